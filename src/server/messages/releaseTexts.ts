/** The texts of mails about releases, in both languages (messageTexts.ts): to owners about a withdrawn one, to staff about one that needs them. */
import type { Locale } from '../../contract/rules.ts'
import type { StoppedRelease } from '../../contract/shownRelease.ts'
import { foundText } from './foundTexts.ts'
import type { MailText } from './mailText.ts'

type ReleaseTemplate = 'recall' | 'stepNotTaken' | 'releaseHalted' | 'planPaused' | 'portalFails'

type ReleaseTexts = (brand: string, contact: string | null) => Readonly<Record<ReleaseTemplate, MailText>>

export const releaseTexts: Readonly<Record<Locale, ReleaseTexts>> = {
  en: (brand, contact) => ({
    recall: {
      subject: `The firmware on your ${brand} detector was withdrawn`,
      paragraphs: [
        `We have withdrawn a firmware that is on a detector of yours, and ask you to replace it.`,
        'Connect the detector to a computer and open the portal: it offers what to install instead.',
      ],
      button: 'Replace the firmware',
      footnote: `You receive this mail because it concerns your detector; it has nothing to do with newsletters${contact === null ? '' : `. Questions? Contact us: ${contact}`}.`,
    },
    stepNotTaken: {
      subject: `A release on ${brand} was not taken further`,
      paragraphs: ['A step that you had set for a release was due, and was not taken, because something has changed since you set it.'],
      button: 'See the firmwares',
      footnote: 'The page of the release says why. Nothing was changed.',
    },
    releaseHalted: {
      subject: `A release on ${brand} was halted`,
      paragraphs: [
        'The portal has halted a release because its updates fail too often. Nobody new is offered it; updates that have begun can be finished.',
      ],
      button: 'See the release',
      footnote:
        'It stays halted until an administrator or the back office offers it again or withdraws it. You will not be reminded by mail.',
    },
    planPaused: {
      subject: `The plan of a release on ${brand} was paused`,
      paragraphs: [
        'The portal has paused the plan of a release. Those who are offered it still are, but it is not offered to more detectors by itself.',
      ],
      button: 'See the release',
      footnote: 'The plan stays paused until an administrator or the back office lets it go on. You will not be reminded by mail.',
    },
    portalFails: {
      subject: `Updates of a release on ${brand} fail in one build or browser`,
      paragraphs: ['Updates of a release fail in one build of the portal or in one browser. The release itself is still offered.'],
      button: 'See the release',
      footnote: 'The dashboard shows this until an administrator or the back office marks it as seen. You will not be reminded by mail.',
    },
  }),
  fr: (brand, contact) => ({
    recall: {
      subject: `Le firmware de votre détecteur ${brand} a été retiré`,
      paragraphs: [
        'Nous avons retiré un firmware installé sur l’un de vos détecteurs et vous demandons de le remplacer.',
        'Branchez le détecteur à un ordinateur et ouvrez le portail : il propose ce qu’il faut installer à la place.',
      ],
      button: 'Remplacer le firmware',
      footnote: `Vous recevez ce message parce qu’il concerne votre détecteur ; il ne dépend d’aucun abonnement${contact === null ? '' : `. Une question ? Contactez-nous : ${contact}`}.`,
    },
    stepNotTaken: {
      subject: `Une étape d’une version n’a pas été franchie sur ${brand}`,
      paragraphs: [
        'Une étape que vous aviez programmée pour une version est arrivée à échéance et n’a pas été franchie, car quelque chose a changé depuis.',
      ],
      button: 'Voir les firmwares',
      footnote: 'La page de la version dit pourquoi. Rien n’a été modifié.',
    },
    releaseHalted: {
      subject: `Une version a été suspendue sur ${brand}`,
      paragraphs: [
        'Le portail a suspendu une version, car ses mises à jour échouent trop souvent. Elle n’est plus proposée à personne ; les mises à jour commencées peuvent être terminées.',
      ],
      button: 'Voir la version',
      footnote:
        'Elle reste suspendue jusqu’à ce qu’un administrateur ou le back-office la propose à nouveau ou la retire. Vous ne recevrez pas de rappel par email.',
    },
    planPaused: {
      subject: `Le plan d’une version a été mis en pause sur ${brand}`,
      paragraphs: [
        'Le portail a mis en pause le plan d’une version. Elle reste proposée là où elle l’était, mais ne sera pas étendue d’elle-même à d’autres détecteurs.',
      ],
      button: 'Voir la version',
      footnote:
        'Le plan reste en pause jusqu’à ce qu’un administrateur ou le back-office le relance. Vous ne recevrez pas de rappel par email.',
    },
    portalFails: {
      subject: `Des mises à jour d’une version échouent avec un build ou un navigateur sur ${brand}`,
      paragraphs: [
        'Des mises à jour d’une version échouent avec un build du portail ou dans un navigateur. La version elle-même reste proposée.',
      ],
      button: 'Voir la version',
      footnote:
        'Le tableau de bord l’indique jusqu’à ce qu’un administrateur ou le back-office le marque comme vu. Vous ne recevrez pas de rappel par email.',
    },
  }),
}

/** Which release it is, and what was found: "Release 5.3: 14 of 96 updates failed; the version before had 3 in 100." */
export const stoppedFact: Readonly<Record<Locale, (release: Pick<StoppedRelease, 'versionName' | 'found'>) => string>> = {
  en: ({ versionName, found }) =>
    `Release ${versionName}: ${found === null ? 'something speaks against offering it to all owners. Its page says what.' : foundText('en', found)}`,
  fr: ({ versionName, found }) =>
    `Version ${versionName} : ${found === null ? 'quelque chose s’oppose à ce qu’elle soit proposée à tous les propriétaires. Sa page dit quoi.' : foundText('fr', found)}`,
}
