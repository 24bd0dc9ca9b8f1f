/** The forms of accounts: people who change their own address, strangers who register one, and staff. */
import type { Profile } from '../../src/contract/user.ts'
import { type ApiServer, type Client, password } from './apiServer.ts'
import { findToken, messagesFor, tokenIn } from './mailbox.ts'

/** The values of the profile form for a user of `server.join`, unchanged. */
export function profileOf(username: string) {
  return {
    firstname: 'Ada',
    lastname: 'Field',
    username,
    phonePrefix: '+33',
    phoneNumber: '612345678',
    country: 'FR',
    distributor: undefined,
    isNewsletter: false,
    currentPassword: undefined as string | undefined,
  }
}

/** What staff fill in of a new account, but its address. */
export const staffForm = {
  firstname: 'Ada',
  lastname: 'Field',
  phoneNumber: '612345678',
  phonePrefix: '+33',
  country: 'FR',
  isBetaTester: false,
  selectedBetaGroupIds: [] as number[],
}

export function wantAddress(client: Client, username: string, wanted: string, currentPassword = password): Promise<Profile> {
  return client.user.updateProfile({ body: { ...profileOf(username), username: wanted, currentPassword } })
}

export function registration(username: string) {
  return {
    firstname: 'Zoë',
    lastname: 'Ørsted',
    username,
    phonePrefix: '+33',
    phoneNumber: '06 39 98 00 01',
    password: 'seven green chairs',
    country: 'FR',
    distributor: undefined,
    isNewsletter: false,
    locale: 'en' as const,
  }
}

/** Somebody who is signed in, and an address that nobody has. */
export async function joinWanting(server: ApiServer) {
  const { username, userId } = await server.join()
  return { username, userId, ada: await server.signIn(username), wanted: `new-${username}` }
}

/** What the newest mail with a link to an address holds: others that waited with it may arrive later. */
export async function linkTo(server: ApiServer, username: string): Promise<string> {
  const linked = (await messagesFor(server, username)).find(({ text }) => findToken(text) !== undefined)
  if (linked === undefined) throw new Error(`no link for ${username}`)
  return tokenIn(linked)
}

export function confirmUsername(server: ApiServer, token: string) {
  return server.client().contact.confirmUsername({ body: { token } })
}

/** Changes an address by the form and the link that the new one gets. */
export async function moveAddress(server: ApiServer, client: Client, from: string, to: string): Promise<void> {
  await wantAddress(client, from, to)
  await confirmUsername(server, await linkTo(server, to))
}

/** The token that undoes a change of the address or the phone, of the newest mail about one. */
export async function undoLinkTo(server: ApiServer, address: string): Promise<string> {
  const mail = (await messagesFor(server, address)).find(({ text }) => text.includes('/restoreAddress/'))
  if (mail === undefined) throw new Error(`no link for ${address}`)
  return tokenIn(mail)
}
