/** The texts of all messages to users, in both languages; alertTexts.ts has those to the operator. Plain text; renderMail.ts turns it into HTML. */
import {
  invitationDays,
  type Locale,
  passwordLinkMinutes,
  restoreDays,
  smsCodeMinutes,
  usernameLinkHours,
  validationLinkHours,
} from '../../contract/rules.ts'
import { type MessageTemplate, switchableTemplates } from '../db/tables.ts'
import { factorTexts } from './factorTexts.ts'
import { leavingTexts } from './leavingTexts.ts'
import type { MailText } from './mailText.ts'
import { proofTexts } from './proofTexts.ts'
import { releaseTexts } from './releaseTexts.ts'
import { updateTexts } from './updateTexts.ts'

/** `usernameTaken` is sent instead of `confirmUsername` if the address belongs to another account. */
export type MailTemplate = Exclude<MessageTemplate, 'smsCode' | 'phoneCode' | 'alertStarted' | 'alertEnded'> | 'usernameTaken'

const switchable: ReadonlySet<MessageTemplate> = new Set(switchableTemplates)

/** Whether people can switch such mails off. What concerns an account, its security or a withdrawn firmware, they cannot. */
export function isSwitchable(template: MessageTemplate): boolean {
  return switchable.has(template)
}

/**
 * Mails contain no person's name: it could carry any text to another person's address in our name. What staff type is the reason of a reset
 * (factorTexts.ts), words about a refused proof, and what is new in a firmware. Customers type only the nicknames of their own detectors, in
 * mails to themselves. `brand` is the maker's, `contact` where people reach it: without one no mail asks them to.
 */
export const mailTexts: Readonly<Record<Locale, (brand: string, contact: string | null) => Readonly<Record<MailTemplate, MailText>>>> = {
  en: (brand, contact) => ({
    ...factorTexts.en(brand, contact),
    ...releaseTexts.en(brand, contact),
    ...leavingTexts.en(brand, contact),
    ...proofTexts.en(brand, contact),
    ...updateTexts.en(brand),
    invitation: {
      subject: `Your ${brand} account is waiting for you`,
      paragraphs: [
        `We have made a ${brand} account for this address. If you have a detector, it holds what we know of it and its warranties.`,
        'Choose a password, and you can sign in.',
      ],
      button: 'Choose my password',
      footnote: `The link can be used once, within ${invitationDays} days. After that, ask for a new one with “Forgot your password?” on the sign-in page. If you do not know ${brand}, somebody gave us your address by mistake: ignore this mail${contact === null ? '' : `, or tell us: ${contact}`}.`,
    },
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
      footnote: `If it was not you, ask for a new password on the sign-in page at once${contact === null ? '' : `, and contact us: ${contact}`}.`,
    },
    confirmUsername: {
      subject: `Confirm the new address of your ${brand} account`,
      paragraphs: [`Somebody, probably you, wants to sign in to a ${brand} account with this address from now on.`],
      button: 'Use this address',
      footnote: `The link can be used once, within ${usernameLinkHours} hours. If you did not ask for it, ignore this mail: nothing will happen.`,
    },
    usernameTaken: {
      subject: `This address already has a ${brand} account`,
      paragraphs: [
        `Somebody, probably you, asked to sign in to another ${brand} account with this address. That is not possible, because it already belongs to an account.`,
        'Nothing was changed.',
      ],
      button: 'Go to the portal',
      footnote: 'If this was not you, there is nothing to do.',
    },
    usernameChanged: {
      subject: `The address of your ${brand} account was changed`,
      paragraphs: [
        `From now on you sign in to your ${brand} account with another address; this one is no longer in use.`,
        'If this was you, there is nothing to do.',
        `If it was not you, undo the change within ${restoreDays} days: your address and your phone number come back, you choose a new password, and everybody else is signed out.`,
      ],
      button: 'Undo this change',
      footnote: `For ${restoreDays} days nobody else can take this address. Do not pass this mail on: its link gives access to your account.`,
    },
    usernameRestored: {
      subject: `The address of a ${brand} account was changed back`,
      paragraphs: [
        `The owner of its former address has taken a ${brand} account back. This address is no longer in use, and the account has a new password.`,
      ],
      button: 'Go to the portal',
      footnote:
        contact === null ? 'This mail is for your information only.' : `If you think that this is a mistake, contact us: ${contact}`,
    },
    phoneChanged: {
      subject: `The phone number of your ${brand} account was changed`,
      paragraphs: [
        `Your ${brand} account has a new phone number.`,
        'If this was you, there is nothing to do.',
        `If it was not you, undo the change within ${restoreDays} days: your phone number comes back, you choose a new password, and everybody else is signed out.`,
      ],
      button: 'Undo this change',
      footnote: 'Do not pass this mail on: its link gives access to your account.',
    },
  }),
  fr: (brand, contact) => ({
    ...factorTexts.fr(brand, contact),
    ...releaseTexts.fr(brand, contact),
    ...leavingTexts.fr(brand, contact),
    ...proofTexts.fr(brand, contact),
    ...updateTexts.fr(brand),
    invitation: {
      subject: `Votre compte ${brand} vous attend`,
      paragraphs: [
        `Nous avons créé un compte ${brand} pour cette adresse. Si vous avez un détecteur, il contient ce que nous savons de lui et de ses garanties.`,
        'Choisissez un mot de passe et vous pourrez vous connecter.',
      ],
      button: 'Choisir mon mot de passe',
      footnote: `Ce lien est utilisable une seule fois, pendant ${invitationDays} jours. Ensuite, demandez-en un nouveau depuis « Mot de passe oublié ? » sur la page de connexion. Si vous ne connaissez pas ${brand}, quelqu’un nous a donné votre adresse par erreur : ignorez ce message${contact === null ? '' : ` ou prévenez-nous : ${contact}`}.`,
    },
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
      footnote: `Si ce n’est pas vous, demandez tout de suite un nouveau mot de passe depuis la page de connexion${contact === null ? '' : ` et contactez-nous : ${contact}`}.`,
    },
    confirmUsername: {
      subject: `Confirmez la nouvelle adresse de votre compte ${brand}`,
      paragraphs: [`Quelqu’un, sans doute vous, souhaite désormais se connecter à un compte ${brand} avec cette adresse.`],
      button: 'Utiliser cette adresse',
      footnote: `Ce lien est utilisable une seule fois, pendant ${usernameLinkHours} heures. Si vous n’avez rien demandé, ignorez ce message : il ne se passera rien.`,
    },
    usernameTaken: {
      subject: `Cette adresse a déjà un compte ${brand}`,
      paragraphs: [
        `Quelqu’un, sans doute vous, a demandé à se connecter à un autre compte ${brand} avec cette adresse. C’est impossible, car elle appartient déjà à un compte.`,
        'Rien n’a été modifié.',
      ],
      button: 'Aller au portail',
      footnote: 'Si ce n’est pas vous, vous n’avez rien à faire.',
    },
    usernameChanged: {
      subject: `L’adresse de votre compte ${brand} a été modifiée`,
      paragraphs: [
        `Vous vous connectez désormais à votre compte ${brand} avec une autre adresse ; celle-ci n’est plus utilisée.`,
        'Si c’est bien vous, vous n’avez rien à faire.',
        `Si ce n’est pas vous, annulez cette modification dans les ${restoreDays} jours : vous retrouvez votre adresse et votre numéro de téléphone, vous choisissez un nouveau mot de passe et toutes les sessions sont fermées.`,
      ],
      button: 'Annuler cette modification',
      footnote: `Pendant ${restoreDays} jours, personne d’autre ne peut prendre cette adresse. Ne transférez pas ce message : son lien donne accès à votre compte.`,
    },
    usernameRestored: {
      subject: `L’adresse d’un compte ${brand} a été rétablie`,
      paragraphs: [
        `Le propriétaire de son ancienne adresse a repris un compte ${brand}. L’adresse à laquelle vous recevez ce message n’est plus utilisée et le compte a un nouveau mot de passe.`,
      ],
      button: 'Aller au portail',
      footnote:
        contact === null
          ? 'Ce message est envoyé à titre d’information.'
          : `Si vous pensez qu’il s’agit d’une erreur, contactez-nous : ${contact}`,
    },
    phoneChanged: {
      subject: `Le numéro de téléphone de votre compte ${brand} a été modifié`,
      paragraphs: [
        `Votre compte ${brand} a un nouveau numéro de téléphone.`,
        'Si c’est bien vous, vous n’avez rien à faire.',
        `Si ce n’est pas vous, annulez cette modification dans les ${restoreDays} jours : vous retrouvez votre numéro de téléphone, vous choisissez un nouveau mot de passe et toutes les sessions sont fermées.`,
      ],
      button: 'Annuler cette modification',
      footnote: 'Ne transférez pas ce message : son lien donne accès à votre compte.',
    },
  }),
}

/** Only characters of the GSM alphabet: any other, such as some accents, would split the SMS into two. */
export const smsTexts: Readonly<Record<Locale, (brand: string, code: string) => string>> = {
  en: (brand, code) => `${code} is your ${brand} code. It is valid for ${smsCodeMinutes} minutes.`,
  fr: (brand, code) => `${code} est votre code ${brand}. Il est valable ${smsCodeMinutes} minutes.`,
}
