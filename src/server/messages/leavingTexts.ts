/** The texts of mails to people who take their data along or delete their account, in both languages (messageTexts.ts). */
import { dataExportDays, type Locale } from '../../contract/rules.ts'
import { writeInstant } from './factorTexts.ts'
import type { MailText } from './mailText.ts'

type LeavingTemplate = 'dataExportReady' | 'deletionRequested' | 'deletionCancelled'
type LeavingTexts = (brand: string, contact: string | null) => Readonly<Record<LeavingTemplate, MailText>>

export const leavingTexts: Readonly<Record<Locale, LeavingTexts>> = {
  en: (brand, contact) => {
    const alarm = `If it was not you, change your password at once${contact === null ? '' : `, and contact us: ${contact}`}.`
    return {
      dataExportReady: {
        subject: `Your ${brand} data are ready`,
        paragraphs: [
          `The archive with the data of your ${brand} account is ready. Sign in and download it from your profile, under “My data”.`,
          `You can download it for ${dataExportDays} days; then it is deleted.`,
        ],
        button: 'Go to my profile',
        footnote: `Nobody gets the archive without signing in to your account. ${alarm}`,
      },
      deletionRequested: {
        subject: `Your ${brand} account will be deleted`,
        paragraphs: [
          `Your ${brand} account will be deleted, with your name, addresses, numbers and files.`,
          'Until the date below you can keep it: sign in and choose “Keep my account”.',
          'What stays, without your name: detectors, coils and their updates, warranty dates and the codes used for them.',
        ],
        button: 'Keep my account',
        footnote: alarm,
      },
      deletionCancelled: {
        subject: `Your ${brand} account stays`,
        paragraphs: [`The deletion of your ${brand} account was cancelled. Nothing was deleted.`],
        button: 'Go to my profile',
        footnote: alarm,
      },
    }
  },
  fr: (brand, contact) => {
    const alarm = `Si ce n’est pas vous, changez tout de suite votre mot de passe${contact === null ? '' : ` et contactez-nous : ${contact}`}.`
    return {
      dataExportReady: {
        subject: `Vos données ${brand} sont prêtes`,
        paragraphs: [
          `L’archive des données de votre compte ${brand} est prête. Connectez-vous et téléchargez-la depuis votre profil, sous « Mes données ».`,
          `Vous pouvez la télécharger pendant ${dataExportDays} jours ; elle est ensuite supprimée.`,
        ],
        button: 'Voir mon profil',
        footnote: `Personne n’obtient cette archive sans se connecter à votre compte. ${alarm}`,
      },
      deletionRequested: {
        subject: `Votre compte ${brand} va être supprimé`,
        paragraphs: [
          `Votre compte ${brand} sera supprimé, avec votre nom, vos adresses, vos numéros et vos fichiers.`,
          'Jusqu’à la date ci-dessous, vous pouvez le garder : connectez-vous et choisissez « Garder mon compte ».',
          'Ce qui reste, sans votre nom : les détecteurs, les disques et leurs mises à jour, les dates de garantie et les codes utilisés pour elles.',
        ],
        button: 'Garder mon compte',
        footnote: alarm,
      },
      deletionCancelled: {
        subject: `Votre compte ${brand} est conservé`,
        paragraphs: [`La suppression de votre compte ${brand} a été annulée. Rien n’a été supprimé.`],
        button: 'Voir mon profil',
        footnote: alarm,
      },
    }
  },
}

type AskedDeletion = { readonly dueAt: Date; readonly isByStaff: boolean }

/** Who asked for it, and when the account is deleted: in UTC, because the server does not know where its reader is. */
export const deletionFacts: Readonly<Record<Locale, (asked: AskedDeletion) => string[]>> = {
  en: ({ dueAt, isByStaff }) => [
    isByStaff ? 'Our staff have requested it on your behalf.' : 'It was requested from your profile.',
    `Deletion: ${writeInstant('en-GB', dueAt)}`,
  ],
  fr: ({ dueAt, isByStaff }) => [
    isByStaff ? 'Notre équipe l’a demandé en votre nom.' : 'La demande a été faite depuis votre profil.',
    `Suppression : ${writeInstant('fr-FR', dueAt)}`,
  ],
}

/** Why the account of the only administrator is not deleted. */
export const onlyAdministratorFact: Readonly<Record<Locale, string>> = {
  en: 'You are the only administrator, and the portal needs one. Make somebody else an administrator before you delete your account.',
  fr: 'Vous êtes le seul administrateur, et le portail en a besoin d’un. Donnez ce rôle à une autre personne avant de supprimer votre compte.',
}
