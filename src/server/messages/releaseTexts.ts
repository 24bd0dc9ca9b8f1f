/** The texts of mails about releases, in both languages (messageTexts.ts): to owners about a withdrawn one, to staff about a step not taken. */
import type { Locale } from '../../contract/rules.ts'
import type { MailText } from './mailText.ts'

type ReleaseTexts = (brand: string, contact: string | null) => Readonly<Record<'recall' | 'stepNotTaken', MailText>>

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
  }),
}
