/** The words of every message, in both languages. Plain text: renderMail.ts makes HTML of it. */
import { passwordLinkMinutes, smsCodeMinutes, type Locale, validationLinkHours } from '../../contract/rules.ts'
import type { MessageTemplate } from '../db/tables.ts'

export type MailTemplate = Exclude<MessageTemplate, 'smsCode'>

export type MailText = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** What its link is called; the link itself comes from composeMessage.ts. */
  readonly button: string
  readonly footnote: string
}

/**
 * No name of a person stands in a mail: whoever registers with another's address could else have us send them any words they like.
 * `brand` is the maker's own.
 */
export const mailTexts: Readonly<Record<Locale, (brand: string) => Readonly<Record<MailTemplate, MailText>>>> = {
  en: (brand) => ({
    validateAccount: {
      subject: `Validate your ${brand} account`,
      paragraphs: ['Welcome!', `One step is left: confirm that this address is yours, and your ${brand} account is ready.`],
      button: 'Validate my account',
      footnote: `The link can be used once, within ${validationLinkHours} hours. If you did not create an account, ignore this mail: nothing will happen.`,
    },
    resetPassword: {
      subject: `Choose a new ${brand} password`,
      paragraphs: [`Somebody, probably you, asked for a new password for the ${brand} account with this address.`],
      button: 'Choose a new password',
      footnote: `The link can be used once, within ${passwordLinkMinutes} minutes. If you did not ask for it, ignore this mail: your password stays as it is.`,
    },
    passwordChanged: {
      subject: `Your ${brand} password was changed`,
      paragraphs: [
        `The password of your ${brand} account has just been changed. Wherever else you were signed in, you have been signed out.`,
        'If this was you, there is nothing to do.',
      ],
      button: 'Go to the portal',
      footnote: 'If it was not you, ask for a new password on the sign-in page at once, and contact us.',
    },
    usernameChanged: {
      subject: `The address of your ${brand} account was changed`,
      paragraphs: [
        `From now on you sign in to your ${brand} account with another address; this one is no longer in use.`,
        'If this was you, there is nothing to do.',
      ],
      button: 'Go to the portal',
      footnote: 'If it was not you, contact us at once.',
    },
  }),
  fr: (brand) => ({
    validateAccount: {
      subject: `Validez votre compte ${brand}`,
      paragraphs: ['Bienvenue !', `Une dernière étape : confirmez que cette adresse est la vôtre et votre compte ${brand} sera prêt.`],
      button: 'Valider mon compte',
      footnote: `Ce lien est utilisable une seule fois, pendant ${validationLinkHours} heures. Si vous n’avez pas créé de compte, ignorez ce message : il ne se passera rien.`,
    },
    resetPassword: {
      subject: `Choisissez un nouveau mot de passe ${brand}`,
      paragraphs: [`Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour le compte ${brand} associé à cette adresse.`],
      button: 'Choisir un nouveau mot de passe',
      footnote: `Ce lien est utilisable une seule fois, pendant ${passwordLinkMinutes} minutes. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste le même.`,
    },
    passwordChanged: {
      subject: `Votre mot de passe ${brand} a été modifié`,
      paragraphs: [
        `Le mot de passe de votre compte ${brand} vient d’être modifié. Vos autres sessions ont été fermées.`,
        'Si c’est bien vous, vous n’avez rien à faire.',
      ],
      button: 'Aller au portail',
      footnote: 'Si ce n’est pas vous, demandez tout de suite un nouveau mot de passe depuis la page de connexion et contactez-nous.',
    },
    usernameChanged: {
      subject: `L’adresse de votre compte ${brand} a été modifiée`,
      paragraphs: [
        `Vous vous connectez désormais à votre compte ${brand} avec une autre adresse ; celle-ci n’est plus utilisée.`,
        'Si c’est bien vous, vous n’avez rien à faire.',
      ],
      button: 'Aller au portail',
      footnote: 'Si ce n’est pas vous, contactez-nous tout de suite.',
    },
  }),
}

/** Without accents that an SMS cannot hold: one such letter would make it two messages. */
export const smsTexts: Readonly<Record<Locale, (brand: string, code: string) => string>> = {
  en: (brand, code) => `${code} is your ${brand} code. It is valid for ${smsCodeMinutes} minutes.`,
  fr: (brand, code) => `${code} est votre code ${brand}. Il est valable ${smsCodeMinutes} minutes.`,
}
