/** People who change their own address, and strangers who register one. */
import type { Profile } from '../../src/contract/user.ts'
import { type Client, password } from './apiServer.ts'

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
    password: 'a good password',
    country: 'FR',
    distributor: undefined,
    isNewsletter: false,
    locale: 'en' as const,
  }
}
