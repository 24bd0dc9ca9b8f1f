import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/contract/rules.ts'
import { bearer, type Client, newAddress, type Person } from '../support/apiServer.ts'
import { addBetaGroup } from '../support/catalogue.ts'
import { staffForm } from '../support/ownContact.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const form = () => ({ ...staffForm, username: newAddress() })

serverOnPostgres((server) => {
  const [admin, backOffice, marketing] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE', 'ROLE_MARKETTING')

  const join = async (person?: Partial<Person>) => (await server.join(person)).userId
  const notAuthorized = { code: 'not.authorized' }

  it('shows staff everything of a user but the password [T136]', async () => {
    const groupId = await addBetaGroup(server, [])
    const id = await join({ firstname: 'Show', lastname: 'Me', isBetaTester: true, subscriptionName: 'TRIAL' })
    await admin.user.update({ params: { id }, body: { ...form(), firstname: 'Show', isBetaTester: true, selectedBetaGroupIds: [groupId] } })
    const shown = await marketing.user.get({ params: { id } })
    expect(shown).toMatchObject({
      tostring: 'Show Field',
      role: 'ROLE_CUSTOMER',
      accountValidated: true,
      accountLocked: false,
      mayRenew: true,
      userProducts: [],
    })
    expect(shown.betaGroups.map((group) => group.id)).toEqual([groupId])
    expect(JSON.stringify(shown)).not.toMatch(/argon|hash/i)
    await expect(marketing.user.get({ params: { id: 999_999 } })).rejects.toMatchObject({ code: 'resource.not.found' })
  })

  it('starts in the language of the staff’s page', async () => {
    const { username, selectedBetaGroupIds: _, ...fields } = form()
    const body = new FormData()
    for (const [key, value] of Object.entries({ ...fields, username, password: 'Chosen-4-them', role: 'ROLE_CUSTOMER' }))
      body.append(key, String(value))
    const headers = { ...bearer(backOffice), 'accept-language': 'fr' }
    expect((await server.request('/user', { method: 'POST', body, headers })).status).toBe(200)
    expect(backOffice.held.current?.locale).toBe('en')
    const session = await server.client().authentication.login({ body: { username, password: 'Chosen-4-them' } })
    expect(session.locale).toBe('fr')
  })

  it('is added by administrators or, as a customer, by the back office, and signs in with the password that was chosen [T137]', async () => {
    const body = { ...form(), password: 'Chosen-4-them', role: 'ROLE_BE' as const }
    await expect(backOffice.user.create({ body })).rejects.toMatchObject(notAuthorized)
    const customer = await backOffice.user.create({ body: { ...form(), password: 'Chosen-4-them', role: 'ROLE_CUSTOMER' } })
    await expect(admin.user.get({ params: customer })).resolves.toMatchObject({ role: 'ROLE_CUSTOMER', origin: 'STAFF' })
    const { id } = await admin.user.create({ body })
    const session = await server.client().authentication.login({ body: { username: body.username, password: 'Chosen-4-them' } })
    expect(session).toMatchObject({ id, roles: ['ROLE_BE'] })
    await expect(admin.user.create({ body })).rejects.toMatchObject({ code: 'email.already.exists.error', invalidField: 'username' })
    const plain = await admin.user.create({ body: { ...body, ...form(), role: 'ROLE_CUSTOMER' } })
    await expect(admin.user.get({ params: plain })).resolves.toMatchObject({ role: 'ROLE_CUSTOMER', origin: 'STAFF' })
  })

  it.each([
    ['firstname', { firstname: '' }, 'MandatoryField'],
    ['username', { username: 'nobody' }, 'username.invalid.error'],
    ['phoneNumber', { phoneNumber: '12 34' }, 'phone.number.invalid.error'],
    ['phonePrefix', { phonePrefix: '+999' }, 'phone.number.invalid.error'],
    ['country', { country: 'XX' }, 'MandatoryField'],
    ['password', { password: 'short' }, 'Password.minlenght.error'],
  ])('points to %s where that is wrong [T249]', async (invalidField, wrong, code) => {
    const id = await join()
    const body = { ...form(), password: 'long enough', ...wrong }
    await expect(admin.user.create({ body: { ...body, role: 'ROLE_CUSTOMER' } })).rejects.toMatchObject({ code, invalidField })
    await expect(admin.user.update({ params: { id }, body })).rejects.toMatchObject({ code, invalidField })
  })

  it('keeps password and role where the form names none, and lets a tester leave all groups [T80]', async () => {
    const groupId = await addBetaGroup(server, [])
    const username = newAddress()
    const id = await join({ username, role: 'ROLE_MARKETTING' })
    const body = { ...form(), username, isBetaTester: true, selectedBetaGroupIds: [groupId], password: '' }
    await admin.user.update({ params: { id }, body })
    await expect(admin.user.get({ params: { id } })).resolves.toMatchObject({ role: 'ROLE_MARKETTING', betaGroups: [{ id: groupId }] })
    await expect(server.signIn(username)).resolves.toBeDefined()
    const search = { query: { search: username } }
    await expect(backOffice.user.getBetaTesters(search)).resolves.toMatchObject([{ id }])
    await admin.user.update({ params: { id }, body: { ...body, isBetaTester: false } })
    await expect(admin.user.get({ params: { id } })).resolves.toMatchObject({ isBetaTester: false, betaGroups: [] })
    await expect(backOffice.user.getBetaTesters(search)).resolves.toEqual([])
  })

  it('ends every session of somebody whose password, role or account is taken, and of nobody else', async () => {
    const people = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => {
        const username = `${name}-${newAddress()}`
        return { id: await join({ username }), username, client: await server.signIn(username) }
      }),
    )
    const [one, two, three, four] = people
    if (!one || !two || !three || !four) throw new Error('four people')
    await admin.user.update({ params: { id: one.id }, body: { ...form(), username: one.username, password: 'seven green chairs' } })
    await admin.user.update({ params: { id: two.id }, body: { ...form(), username: two.username, role: 'ROLE_MARKETTING' } })
    await admin.user.remove({ params: { id: three.id } })
    await backOffice.user.update({ params: { id: four.id }, body: { ...form(), username: four.username } })
    for (const { client } of [one, two, three]) await expect(client.user.getProfile()).rejects.toMatchObject({ code: 'not.authenticated' })
    await expect(four.client.user.getProfile()).resolves.toMatchObject({ id: four.id })
    await expect(server.signIn(three.username)).rejects.toMatchObject({ code: 'Login.error' })
    await expect(server.signIn(one.username)).rejects.toMatchObject({ code: 'Login.error' })
  })

  describe('nobody', () => {
    it.each<Role>(['ROLE_ADMIN', 'ROLE_BE', 'ROLE_MARKETTING'])('of the back office touches the account of a %s', async (role) => {
      const params = { id: await join({ role }) }
      const body = { ...form(), password: 'taken over' }
      await expect(backOffice.user.update({ params, body })).rejects.toMatchObject(notAuthorized)
      await expect(backOffice.user.unlockAccount({ body: { userId: params.id } })).rejects.toMatchObject(notAuthorized)
      await expect(backOffice.user.remove({ params })).rejects.toMatchObject(notAuthorized)
      await expect(backOffice.user.resetPassword({ body: { userId: params.id } })).rejects.toMatchObject(notAuthorized)
    })

    it('of the back office gives anybody another role [T282]', async () => {
      const params = { id: await join() }
      await expect(backOffice.user.update({ params, body: { ...form(), role: 'ROLE_ADMIN' } })).rejects.toMatchObject(notAuthorized)
      const unchanged = { ...form(), role: 'ROLE_CUSTOMER' as const }
      await expect(backOffice.user.update({ params, body: unchanged })).resolves.toEqual(params)
    })

    it('changes their own role or deletes themselves', async () => {
      const id = admin.held.current?.id ?? 0
      const own = { code: 'own.account.error' }
      const { username } = await admin.user.getProfile()
      await expect(admin.user.update({ params: { id }, body: { ...form(), username, role: 'ROLE_BE' } })).rejects.toMatchObject(own)
      await expect(admin.user.remove({ params: { id } })).rejects.toMatchObject(own)
    })

    it('is the last of two administrators who delete each other at once', async () => {
      const others = await Promise.all([server.signInAs('ROLE_ADMIN'), server.signInAs('ROLE_ADMIN')])
      const [one, two] = others
      const outcomes = await Promise.allSettled([one.user.remove(idOf(two)), two.user.remove(idOf(one))])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    })
  })

  it('frees the address of a deleted user, who comes back only while it is free [T138]', async () => {
    const username = newAddress()
    const params = { id: await join({ username }) }
    await admin.user.remove({ params })
    await expect(admin.user.get({ params })).resolves.toMatchObject({ isDeleted: true })
    const heir = { id: await join({ username }) }
    await expect(admin.user.restore({ params })).rejects.toMatchObject({ code: 'email.already.exists.error' })
    await admin.user.remove({ params: heir })
    await admin.user.restore({ params })
    await expect(server.signIn(username)).resolves.toBeDefined()
  })

  it('tells staff when somebody changed their own profile meanwhile, and administrators what', async () => {
    const username = newAddress()
    const id = await join({ username })
    const { version } = await admin.user.get({ params: { id } })
    const self = await server.signIn(username)
    const { isBetaTester: _, selectedBetaGroupIds: __, ...own } = { ...form(), username, firstname: 'Myself', isNewsletter: true }
    await self.user.updateProfile({ body: own })
    await expect(admin.user.update({ params: { id }, body: { ...form(), username, version } })).rejects.toMatchObject({
      code: 'changed.meanwhile.error',
    })
    const [latest] = await admin.audit.getForRecord({ params: { entity: 'user', id } })
    expect(latest).toMatchObject({
      by: { id },
      before: { firstname: 'Ada', isNewsletter: false },
      after: { firstname: 'Myself', isNewsletter: true },
    })
  })

  it('never writes a password into the trail', async () => {
    const id = await join()
    await admin.user.update({ params: { id }, body: { ...form(), password: 'a secret of theirs' } })
    const trail = JSON.stringify(await admin.audit.getForRecord({ params: { entity: 'user', id } }))
    expect(trail).toContain('changePassword')
    expect(trail).not.toMatch(/secret of theirs|argon/)
  })
})

function idOf(client: Client) {
  return { params: { id: client.held.current?.id ?? 0 } }
}
