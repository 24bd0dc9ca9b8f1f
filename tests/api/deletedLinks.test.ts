// @module-tag rest
/** Every kind of mailed link, of an account that was deleted meanwhile. */
import { describe, expect, it } from 'vitest'
import { noPassword } from '../../src/server/auth/passwords/passwords.ts'
import { mailedTokenPurposes } from '../../src/server/db/tables.ts'
import { erasePerson } from '../../src/server/personalData/erasePerson.ts'
import type { Client } from '../support/apiServer.ts'
import { linkTo, moveAddress, undoLinkTo, wantAddress } from '../support/ownContact.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

type Account = { readonly username: string; readonly userId: number }
type Use = (guest: Client, token: string, account: Account) => Promise<unknown>
type Kind = {
  readonly about?: { readonly passwordHash?: string; readonly accountValidated?: boolean }
  /** Asks for the link; returns its token. */
  readonly ask: (account: Account) => Promise<string>
  /** Every call that takes it; those that use it up last. */
  readonly uses: readonly Use[]
}

const chosen = { newPassword: 'a brand new password', newPasswordRepeat: 'a brand new password' }
/** Refused of a link that is good, which stays so. */
const weak = { newPassword: 'password1', newPasswordRepeat: 'password1' }
const choosePassword: readonly Use[] = [
  (guest, token) => guest.forgotPassword.checkUpdatePasswordToken({ body: { token } }),
  (guest, token) => guest.forgotPassword.updatePasswordFromEmail({ body: { token, ...weak } }),
  (guest, token) => guest.forgotPassword.updatePasswordFromEmail({ body: { token, ...chosen } }),
]

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  async function askToValidate({ username }: Account): Promise<string> {
    await server.client().authentication.resendValidateAccountMail({ body: { username } })
    return linkTo(server, username)
  }
  const kinds: Readonly<Record<(typeof mailedTokenPurposes)[number], Kind>> = {
    validateAccount: {
      about: { accountValidated: false },
      ask: askToValidate,
      uses: [(guest, token, { userId }) => guest.authentication.validateAccount({ body: { token, userId } })],
    },
    resetPassword: {
      async ask({ username }) {
        await server.client().forgotPassword.resetPassword({ body: { username } })
        return linkTo(server, username)
      },
      uses: choosePassword,
    },
    invitation: { about: { accountValidated: false, passwordHash: noPassword }, ask: askToValidate, uses: choosePassword },
    confirmUsername: {
      async ask({ username }) {
        await wantAddress(await server.signIn(username), username, `new-${username}`)
        return linkTo(server, `new-${username}`)
      },
      uses: [(guest, token) => guest.contact.confirmUsername({ body: { token } })],
    },
    restoreContact: {
      async ask({ username }) {
        await moveAddress(server, await server.signIn(username), username, `new-${username}`)
        return undoLinkTo(server, username)
      },
      uses: [
        (guest, token) => guest.contact.checkRestore({ body: { token } }),
        (guest, token) => guest.contact.restore({ body: { token, ...weak } }),
        (guest, token) => guest.contact.restore({ body: { token, ...chosen } }),
      ],
    },
  }

  const remove = ({ userId: id }: Account) => admin.user.remove({ params: { id } })
  const ends: Readonly<Record<string, (account: Account) => Promise<unknown>>> = {
    deleted: remove,
    async 'deleted and restored'(account) {
      await remove(account)
      await admin.user.restore({ params: { id: account.userId } })
    },
    erased: ({ userId }) => server.context.db.transaction((db) => erasePerson(db, userId, server.context.clock())),
  }

  describe.each(mailedTokenPurposes)('a link of the kind %s', (purpose) => {
    const { about = {}, ask, uses } = kinds[purpose]

    async function answers(token: string, account: Account) {
      const said: unknown[] = []
      for (const use of uses) {
        const [outcome] = await Promise.allSettled([use(server.client(), token, account)])
        said.push(outcome.status === 'fulfilled' ? 'done' : { ...outcome.reason, requestId: undefined })
      }
      return said
    }

    it('is good for its calls while the account is there', async () => {
      const account = await server.join(about)
      expect((await answers(await ask(account), account)).at(-1)).toBe('done')
    })

    it.each(Object.keys(ends))('answers like one that is unknown once the account is %s', async (end) => {
      const account = await server.join(about)
      const token = await ask(account)
      await ends[end]?.(account)
      expect(await answers(token, account)).toEqual(await answers('A'.repeat(43), account))
    })
  })
})
