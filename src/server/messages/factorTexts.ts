/** The texts of mails about sign-ins, second factors and administrators, in both languages (messageTexts.ts). */
import type { Locale } from '../../contract/rules.ts'
import type { MailText } from './mailText.ts'

type FactorTemplate = 'newDevice' | 'factorAdded' | 'factorRemoved' | 'factorsReset' | 'factorsResetDone' | 'administratorAdded'

type FactorTexts = (brand: string, contact: string | null) => Readonly<Record<FactorTemplate, MailText>>

export const factorTexts: Readonly<Record<Locale, FactorTexts>> = {
  en: (brand, contact) => {
    const alarm = `If it was not you, change your password at once and look at the second factors on your profile${contact === null ? '' : `, and contact us: ${contact}`}.`
    return {
      newDevice: {
        subject: `A new sign-in to your ${brand} account`,
        paragraphs: [
          `Somebody has just signed in to your ${brand} account in a browser that it had not seen before. This also happens after cookies were deleted.`,
          'If this was you, there is nothing to do. Your profile shows where you are signed in.',
        ],
        button: 'Go to my profile',
        footnote: `If it was not you, change your password at once: that signs out everybody else${contact === null ? '' : `. Then contact us: ${contact}`}.`,
      },
      factorAdded: {
        subject: `A second factor was added to your ${brand} account`,
        paragraphs: [
          `A passkey or an authenticator app has just been added to your ${brand} account. From now on, signing in with your password asks for it too.`,
          'If this was you, there is nothing to do.',
        ],
        button: 'Go to the portal',
        footnote: alarm,
      },
      factorRemoved: {
        subject: `A second factor was removed from your ${brand} account`,
        paragraphs: [
          `A passkey or an authenticator app has just been removed from your ${brand} account. It no longer signs you in.`,
          'If this was you, there is nothing to do.',
        ],
        button: 'Go to the portal',
        footnote: alarm,
      },
      factorsReset: {
        subject: `The second factors of your ${brand} account were reset`,
        paragraphs: [
          `The passkeys, authenticator apps and recovery codes of your ${brand} account were removed, and you were signed out everywhere. Your password stays as it is.`,
          'Sign in with it, and add a new second factor on your profile.',
        ],
        button: 'Go to the portal',
        footnote: `If you did not ask for this, change your password at once${contact === null ? '' : `, and contact us: ${contact}`}.`,
      },
      factorsResetDone: {
        subject: `You reset second factors on ${brand}`,
        paragraphs: ['You have removed the second factors of somebody else’s account. They were informed too.'],
        button: 'Go to the portal',
        footnote: 'If it was not you, change your password at once and tell another administrator.',
      },
      administratorAdded: {
        subject: `Somebody became an administrator of ${brand}`,
        paragraphs: [
          'This account may now do everything on the portal. Where releases need two people, its approval counts in 7 days, and never together with whoever gave it its rights.',
        ],
        button: 'Open the account',
        footnote: 'If you did not expect this, open the account, take its rights away, and ask the administrator who gave them.',
      },
    }
  },
  fr: (brand, contact) => {
    const alarm = `Si ce n’est pas vous, changez tout de suite votre mot de passe et vérifiez les seconds facteurs dans votre profil${contact === null ? '' : `, puis contactez-nous : ${contact}`}.`
    return {
      newDevice: {
        subject: `Nouvelle connexion à votre compte ${brand}`,
        paragraphs: [
          `Quelqu’un vient de se connecter à votre compte ${brand} dans un navigateur que nous ne connaissions pas. Cela arrive aussi quand les cookies ont été effacés.`,
          'Si c’est bien vous, vous n’avez rien à faire. Votre profil montre où vous êtes connecté.',
        ],
        button: 'Voir mon profil',
        footnote: `Si ce n’est pas vous, changez tout de suite votre mot de passe : toutes les autres sessions seront fermées${contact === null ? '' : `. Contactez-nous ensuite : ${contact}`}.`,
      },
      factorAdded: {
        subject: `Un second facteur a été ajouté à votre compte ${brand}`,
        paragraphs: [
          `Une clé d’accès ou une application d’authentification vient d’être ajoutée à votre compte ${brand}. Elle vous sera désormais demandée en plus de votre mot de passe.`,
          'Si c’est bien vous, vous n’avez rien à faire.',
        ],
        button: 'Aller au portail',
        footnote: alarm,
      },
      factorRemoved: {
        subject: `Un second facteur a été retiré de votre compte ${brand}`,
        paragraphs: [
          `Une clé d’accès ou une application d’authentification vient d’être retirée de votre compte ${brand}. Elle ne permet plus de vous connecter.`,
          'Si c’est bien vous, vous n’avez rien à faire.',
        ],
        button: 'Aller au portail',
        footnote: alarm,
      },
      factorsReset: {
        subject: `Les seconds facteurs de votre compte ${brand} ont été réinitialisés`,
        paragraphs: [
          `Les clés d’accès, applications d’authentification et codes de secours de votre compte ${brand} ont été supprimés, et toutes vos sessions ont été fermées. Votre mot de passe reste le même.`,
          'Connectez-vous avec lui, puis ajoutez un nouveau second facteur dans votre profil.',
        ],
        button: 'Aller au portail',
        footnote: `Si vous n’avez rien demandé, changez tout de suite votre mot de passe${contact === null ? '' : ` et contactez-nous : ${contact}`}.`,
      },
      factorsResetDone: {
        subject: `Vous avez réinitialisé des seconds facteurs sur ${brand}`,
        paragraphs: ['Vous avez supprimé les seconds facteurs du compte d’une autre personne. Elle en a été informée aussi.'],
        button: 'Aller au portail',
        footnote: 'Si ce n’est pas vous, changez tout de suite votre mot de passe et prévenez un autre administrateur.',
      },
      administratorAdded: {
        subject: `Une personne est devenue administratrice de ${brand}`,
        paragraphs: [
          'Ce compte peut désormais tout faire sur le portail. Là où une publication demande deux personnes, son approbation comptera dans 7 jours, et jamais avec celle de la personne qui lui a donné ses droits.',
        ],
        button: 'Ouvrir le compte',
        footnote:
          'Si vous ne vous y attendiez pas, ouvrez ce compte, retirez-lui ses droits et interrogez l’administrateur qui les a donnés.',
      },
    }
  },
}

/** Lines of the mails about a reset: its account, where the reader is who did it, and its reason, without line breaks, which could imitate other parts of the mail. */
export const resetFacts: Readonly<Record<Locale, (facts: { account: string | null; reason: string }) => string[]>> = {
  en: ({ account, reason }) => [...(account === null ? [] : [accountFact.en(account)]), `Reason: ${oneLine(reason)}`],
  fr: ({ account, reason }) => [...(account === null ? [] : [accountFact.fr(account)]), `Motif : ${oneLine(reason)}`],
}

export const accountFact: Readonly<Record<Locale, (account: string) => string>> = {
  en: (account) => `Account: ${account}`,
  fr: (account) => `Compte : ${account}`,
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** When a sign-in was, in UTC, because the server does not know where its reader is. */
export const signInFact: Readonly<Record<Locale, (at: Date) => string>> = {
  en: (at) => `Time: ${writeInstant('en-GB', at)}`,
  fr: (at) => `Heure : ${writeInstant('fr-FR', at)}`,
}

/** In UTC. */
export function writeInstant(locale: string, at: Date): string {
  return `${at.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`
}
