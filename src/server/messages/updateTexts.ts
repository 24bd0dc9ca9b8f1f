/** The texts of mails about updates that owners can install, in both languages (messageTexts.ts). */
import type { Locale } from '../../contract/rules.ts'
import type { MailText } from './mailText.ts'

type UpdateTemplate = 'releaseOffered' | 'betaOffered' | 'updateUnfinished'

type UpdateTexts = (brand: string) => Readonly<Record<UpdateTemplate, MailText>>

export const updateTexts: Readonly<Record<Locale, UpdateTexts>> = {
  en: (brand) => ({
    releaseOffered: {
      subject: `New firmware for your ${brand} detector`,
      paragraphs: ['There is new firmware for your detector. Connect the detector to a computer to install it.'],
      button: 'Open the page of my detector',
      footnote: 'We write to you once for each new version.',
    },
    betaOffered: {
      subject: `A beta firmware for your ${brand} detector`,
      paragraphs: [
        'A beta for your detector is offered to your group. It is not finished yet: install it if you would like to test it for us.',
        'Connect the detector to a computer to install it.',
      ],
      button: 'Open the page of my detector',
      footnote: 'You receive this mail because you are a beta tester. We write to you once for each beta.',
    },
    updateUnfinished: {
      subject: `Your ${brand} detector may be waiting for its firmware`,
      paragraphs: [
        'You started an update of your detector, and we have not heard how it ended. The detector may be waiting for the rest of its firmware.',
        'Connect it to a computer again, and the portal goes on where it stopped. If you have finished the update, ignore this mail.',
      ],
      button: 'Open the page of my detector',
      footnote: 'We write to you once for each update.',
    },
  }),
  fr: (brand) => ({
    releaseOffered: {
      subject: `Un nouveau firmware pour votre détecteur ${brand}`,
      paragraphs: ['Un nouveau firmware est disponible pour votre détecteur. Branchez le détecteur sur un ordinateur pour l’installer.'],
      button: 'Ouvrir la page de mon détecteur',
      footnote: 'Nous ne vous écrivons qu’une fois par nouveau firmware.',
    },
    betaOffered: {
      subject: `Un firmware bêta pour votre détecteur ${brand}`,
      paragraphs: [
        'Une version bêta pour votre détecteur est proposée à votre groupe. Elle n’est pas encore terminée : installez-la si vous souhaitez la tester pour nous.',
        'Branchez le détecteur sur un ordinateur pour l’installer.',
      ],
      button: 'Ouvrir la page de mon détecteur',
      footnote: 'Vous recevez ce message parce que vous êtes bêta-testeur. Nous ne vous écrivons qu’une fois par version bêta.',
    },
    updateUnfinished: {
      subject: `Votre détecteur ${brand} attend peut-être son firmware`,
      paragraphs: [
        'Vous avez commencé une mise à jour de votre détecteur et nous ne savons pas comment elle s’est terminée. Le détecteur attend peut-être la suite de son firmware.',
        'Branchez-le à nouveau sur un ordinateur et lancez la mise à jour : elle recommence depuis le début. Si vous avez terminé la mise à jour, ignorez ce message.',
      ],
      button: 'Ouvrir la page de mon détecteur',
      footnote: 'Nous ne vous écrivons qu’une fois par mise à jour.',
    },
  }),
}

type Offered = { readonly detectors: readonly string[]; readonly versionName: string; readonly notes: string | null }

/** Which detectors, as "WS6 Master “Beach”", which version, and what is new in it, as text. A paragraph each. */
export const offeredFacts: Readonly<Record<Locale, (offered: Offered) => string[]>> = {
  en: ({ detectors, versionName, notes }) => [
    ...detectors.map((name) => `${name}: version ${versionName}`),
    ...(notes === null ? [] : [`What is new:\n${notes}`]),
  ],
  fr: ({ detectors, versionName, notes }) => [
    ...detectors.map((name) => `${name} : version ${versionName}`),
    ...(notes === null ? [] : [`Ce qui change :\n${notes}`]),
  ],
}

/** A detector by its model, and the name that its owner has given it. */
export const detectorName: Readonly<Record<Locale, (product: string, nickname: string | null) => string>> = {
  en: (product, nickname) => (nickname === null ? product : `${product} “${nickname}”`),
  fr: (product, nickname) => (nickname === null ? product : `${product} « ${nickname} »`),
}
