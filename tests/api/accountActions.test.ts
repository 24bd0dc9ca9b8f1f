/** What staff do to an account by a button. */
import { expect, it } from 'vitest'
import { messagesFor, tokenIn } from '../support/mailbox.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')

  it('is verified, unlocked, given a subscription and a link to a new password, each once it applies [T139]', async () => {
    const { username, userId } = await server.join({ accountValidated: false, accountLocked: true })
    const body = { userId }
    await expect(server.signIn(username)).rejects.toMatchObject({ status: 403 })
    await backOffice.user.verifyAccount({ body })
    await backOffice.user.unlockAccount({ body })
    await expect(server.signIn(username)).resolves.toBeDefined()

    await admin.user.renewTrial({ body: { userId, duration: '3months' } })
    const shown = await admin.user.get({ params: { id: userId } })
    const [start, end] = ['2026-11-21T10:00:00.000Z', '2027-02-21T10:00:00.000Z']
    expect(shown).toMatchObject({ subscriptionName: 'PREMIUM', mayRenew: false, subscriptionEnd: end })
    expect(shown.subscriptions).toMatchObject([{ name: 'PREMIUM', start, end }])
    const again = admin.user.renewTrial({ body: { userId, duration: '1year' } })
    await expect(again).rejects.toMatchObject({ code: 'subscription.exists.error' })

    await admin.user.resetPassword({ body })
    const trail = await admin.audit.getForRecord({ params: { entity: 'user', id: userId } })
    expect(trail.map(({ action }) => action)).toEqual(['resetPassword', 'renewTrial', 'unlock', 'verify'])
    for (const act of [admin.user.verifyAccount, admin.user.unlockAccount, admin.user.resetPassword]) {
      await expect(act({ body: { userId: 999_999 } })).rejects.toMatchObject({ code: 'resource.not.found' })
    }
  })

  it('gets the validation link again, until the account is validated [T760]', async () => {
    const { username, userId } = await server.join({ accountValidated: false })
    const body = { userId }
    await backOffice.user.resendValidation({ body })
    const [mail, ...others] = await messagesFor(server, username)
    expect(others).toEqual([])
    const trail = await backOffice.audit.getForRecord({ params: { entity: 'user', id: userId } })
    expect(trail.map(({ action }) => action)).toEqual(['resendValidation'])

    await server.client().authentication.validateAccount({ body: { token: tokenIn(mail ?? { text: '' }), userId } })
    await expect(server.signIn(username)).resolves.toBeDefined()
    await expect(backOffice.user.resendValidation({ body })).rejects.toMatchObject({ code: 'account.validated.error' })
    await expect(backOffice.user.resendValidation({ body: { userId: 999_999 } })).rejects.toMatchObject({ code: 'resource.not.found' })
    const colleague = (await server.join({ role: 'ROLE_MARKETTING', accountValidated: false })).userId
    await expect(backOffice.user.resendValidation({ body: { userId: colleague } })).rejects.toMatchObject({ code: 'not.authorized' })
  })

  it('lifts the lock of wrong guesses too [T140]', async () => {
    const { username, userId } = await server.join()
    const guess = () => server.client().authentication.login({ body: { username, password: 'wrong guess' } })
    for (let guesses = 0; guesses < 5; guesses += 1) await expect(guess()).rejects.toMatchObject({ status: 401 })
    await expect(server.signIn(username)).rejects.toMatchObject({ code: 'account.locked.error' })
    await expect(admin.user.get({ params: { id: userId } })).resolves.toMatchObject({ accountLocked: true })
    await backOffice.user.unlockAccount({ body: { userId } })
    await expect(admin.user.get({ params: { id: userId } })).resolves.toMatchObject({ accountLocked: false })
    await expect(server.signIn(username)).resolves.toBeDefined()
  })
})
