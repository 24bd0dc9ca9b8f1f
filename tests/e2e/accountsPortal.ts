/** A portal that sends real mails and SMS: to an SMTP server and a gateway that the tests read. */
import type { Page } from 'playwright/test'
import type { Locale } from '../../src/contract/rules.ts'
import { type BuiltServer, startBuiltServer } from '../support/builtServer.ts'
import { type ReceivedSms, type SmsGateway, startSmsGateway } from '../support/smsGateway.ts'
import { type ReceivedMail, type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'
import { expect, test as portalTest } from './portal.ts'

export const test = portalTest.extend<object, { smtp: SmtpServer; gateway: SmsGateway; server: BuiltServer }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the destructured argument
    async ({}, use) => {
      const smtp = await startSmtpServer()
      await use(smtp)
      await smtp.stop()
    },
    { scope: 'worker' },
  ],
  gateway: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the destructured argument
    async ({}, use) => {
      const gateway = await startSmsGateway()
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ smtp, gateway }, use) => {
      const server = await startBuiltServer({
        SMTP_URL: smtp.url,
        SMS_URL: gateway.url,
        // A second account with a code: one is sent to each at most once a minute.
        SMS_CODE: 'staff',
        BRAND_SITE_URL: 'https://site.example.com/',
        BRAND_DATA_POLICY_URL: 'https://site.example.com/data',
      })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
export { expect }

/** What stands on buttons and fields, as a reader of each language finds it. */
export const words = {
  en: {
    signIn: 'Sign in',
    email: 'Email',
    password: 'Password',
    forgot: 'Forgot your password?',
    sendLink: 'Send me a link',
    backToSignIn: 'Back to sign-in',
    register: 'Create an account',
    createAccount: 'Create my account',
    firstname: 'First name',
    lastname: 'Last name',
    country: 'Country',
    prefix: 'Prefix',
    phone: 'Phone number',
    repeat: 'Repeat the password',
    newPassword: 'New password',
    newsletter: 'Send me news by mail',
    created: 'Your account has been created',
    notValidated: 'Your account has not been validated.',
    validated: 'Your account is validated',
    notValid: 'An error occurred during your account validation. Please try again.',
    onItsWay: 'a mail is on its way',
    changeMine: 'Change my password',
    changed: 'Your password has been changed',
    usedLink: 'This link was already used or is too old. Please ask for a new one.',
    wrong: 'Login or password incorrect',
    taken: 'This mail address is already used',
    badPhone: 'Invalid phone number format',
    mandatory: 'This field is required',
    account: 'Your account',
    signOut: 'Sign out',
    france: 'France',
    validateSubject: 'Validate your Fieldport account',
    resetSubject: 'Choose a new Fieldport password',
  },
  fr: {
    signIn: 'Se connecter',
    email: 'Email',
    password: 'Mot de passe',
    forgot: 'Mot de passe oublié ?',
    sendLink: 'M’envoyer un lien',
    backToSignIn: 'Retour à la connexion',
    register: 'Créer un compte',
    createAccount: 'Créer mon compte',
    firstname: 'Prénom',
    lastname: 'Nom',
    country: 'Pays',
    prefix: 'Indicatif',
    phone: 'Numéro de téléphone',
    repeat: 'Répétez le mot de passe',
    newPassword: 'Nouveau mot de passe',
    newsletter: 'M’envoyer des nouvelles par email',
    created: 'Votre compte a été créé',
    notValidated: 'Votre compte n’a pas été validé.',
    validated: 'Votre compte est validé',
    notValid: 'Une erreur est survenue lors de la validation de votre compte. Veuillez réessayer.',
    onItsWay: 'un email est en route',
    changeMine: 'Changer mon mot de passe',
    changed: 'Votre mot de passe a été modifié',
    usedLink: 'Ce lien a déjà été utilisé ou est trop ancien. Veuillez en demander un nouveau.',
    wrong: 'Email ou mot de passe incorrect',
    taken: 'Cette adresse email est déjà utilisée',
    badPhone: 'Format de numéro de téléphone invalide',
    mandatory: 'Ce champ est obligatoire',
    account: 'Votre compte',
    signOut: 'Se déconnecter',
    france: 'France',
    validateSubject: 'Validez votre compte Fieldport',
    resetSubject: 'Choisissez un nouveau mot de passe Fieldport',
  },
} as const satisfies Record<Locale, Record<string, string>>

export type Words = (typeof words)[Locale]

/** As if the reader had chosen it at an earlier visit. */
export async function readIn(page: Page, locale: Locale): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('fieldport.locale', chosen), locale)
}

/** The `count`th mail to an address, once it has come. */
export async function mailTo(smtp: SmtpServer, address: string, count = 1): Promise<ReceivedMail> {
  const all = () => smtp.received.filter(({ recipients }) => recipients.includes(address))
  await expect.poll(() => all().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  const mail = all()[count - 1]
  if (mail === undefined) throw new Error(`no mail to ${address}`)
  return mail
}

export function linkIn({ text = '' }: ReceivedMail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`no link in: ${text}`)
  return link
}

/** The code of the `count`th SMS since the server started. */
export async function codeTo(gateway: SmsGateway, count: number): Promise<string> {
  await expect.poll(() => gateway.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  const sms: ReceivedSms | undefined = gateway.received[count - 1]
  return /\b\d{6}\b/.exec(sms?.text ?? '')?.[0] ?? ''
}

export async function fillSignIn(page: Page, w: Words, username: string, password: string): Promise<void> {
  await page.getByLabel(w.email, { exact: true }).fill(username)
  await page.getByLabel(w.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: w.signIn, exact: true }).click()
}

export async function signOutByMenu(page: Page, w: Words): Promise<void> {
  await page.getByRole('button', { name: w.account }).click()
  await page.getByRole('menuitem', { name: w.signOut }).click()
  await expect(page.getByRole('button', { name: w.signIn, exact: true })).toBeVisible()
}
