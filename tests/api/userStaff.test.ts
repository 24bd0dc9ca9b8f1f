import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/contract/rules.ts'
import { accessories, productUpdates, userProducts, users } from '../../src/server/db/tables.ts'
import { type Client } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct } from '../support/catalogue.ts'
import { eachServer } from '../support/eachServer.ts'
import { chosen, listBody } from '../support/lists.ts'

eachServer((server) => {
  let admin: Client
  let backOffice: Client
  let marketing: Client

  beforeAll(async () => {
    admin = await server.signInAs('ROLE_ADMIN')
    backOffice = await server.signInAs('ROLE_BE')
    marketing = await server.signInAs('ROLE_MARKETTING')
  })

  const list = (changed: object) => marketing.user.getB122TableResults({ body: listBody(changed) })
  const names = async (changed: object) => (await list(changed)).items.map(({ firstname }) => firstname)
  const filtered = async (name: string, value: string, changed: object = {}) =>
    names({ ...changed, filters: chosen(await admin.user.initB122Table(), name, value) })
  const join = async (person: Partial<typeof users.$inferInsert> = {}) =>
    server.addUser({ username: `${crypto.randomUUID()}@example.com`, ...person })
  const sorted = (sortBy: string) => names({ search: 'liste', sortBy, sortDesc: false })
  const notAuthorized = { code: 'not.authorized' }

  describe('the list', () => {
    beforeAll(async () => {
      const productId = await addProduct(admin)
      const firmwareId = await addFirmware(admin, { productIds: [productId] })
      const zoe = await join({
        firstname: 'Zoé',
        lastname: 'Listée',
        username: 'zoe.list@example.com',
        country: 'BE',
        subscriptionName: 'PREMIUM',
      })
      await join({ firstname: 'Álvaro', lastname: 'Listée', country: 'ES', isBetaTester: true, since: new Date('2020-01-01T00:00:00Z') })
      await join({ firstname: 'alan', lastname: 'Listee', country: 'GB', accountLocked: true, accountValidated: false })
      const about = { userId: zoe, productId, materialVersion: 1, protocolVersion: 1, productTypeId: 6 }
      const [detector] = await server.context.db
        .insert(userProducts)
        .values({ ...about, serialNumber: 'FACADE1234' })
        .returning()
      await server.context.db.insert(accessories).values({ userId: zoe, name: 'Coil', serialNumber: 'C0FFEE0001', accessoryTypeId: 7 })
      await server.context.db.insert(productUpdates).values({ userProductId: detector?.id ?? 0, firmwareId, success: true })
    })

    it('is read by marketing, and tells each role what it may do', async () => {
      expect(await allowed(admin)).toEqual({ create: true, edit: true, remove: true })
      expect(await allowed(backOffice)).toEqual({ create: false, edit: true, remove: false })
      expect(await allowed(marketing)).toEqual({ create: false, edit: false, remove: false })
    })

    it('shows the columns of the document and no others', async () => {
      const { items, totalRows } = await list({ search: 'zoe listee' })
      expect(totalRows).toBe(1)
      expect(items).toEqual([
        {
          id: items[0]?.id,
          firstname: 'Zoé',
          lastname: 'Listée',
          username: 'zoe.list@example.com',
          phoneNumber: '612345678',
          country: 'BE',
          subscriptionName: 'PREMIUM',
          nbProductUpdates: 1,
          isDeleted: false,
        },
      ])
    })

    it('finds names without case and accents, addresses, telephone numbers and serials', async () => {
      expect(await names({ search: 'LISTEE', sortBy: 'firstname', sortDesc: false })).toEqual(['alan', 'Álvaro', 'Zoé'])
      expect(await names({ search: 'zoe.list@' })).toEqual(['Zoé'])
      expect(await names({ search: '612345678 alvaro' })).toEqual(['Álvaro'])
      expect(await names({ searchSerial: 'fa ca de' })).toEqual(['Zoé'])
      expect(await names({ searchSerial: 'FFEE00' })).toEqual(['Zoé'])
      expect(await names({ searchSerial: '%' })).toEqual([])
      expect(await names({ searchSerial: 'FACADE', search: 'alan' })).toEqual([])
    })

    it('sorts by each of its sortable columns', async () => {
      expect(await sorted('country')).toEqual(['Zoé', 'Álvaro', 'alan'])
      expect(await sorted('firstname')).toEqual(['alan', 'Álvaro', 'Zoé'])
      expect((await sorted('lastname')).toSorted()).toEqual(['Zoé', 'alan', 'Álvaro'])
      expect(await sorted('username')).toHaveLength(3)
    })

    it('is filtered by role, country, state and day of registration', async () => {
      const search = { search: 'liste' }
      expect(await filtered('country', 'ES', search)).toEqual(['Álvaro'])
      expect(await filtered('isBetaTester', 'true', search)).toEqual(['Álvaro'])
      expect(await filtered('accountLocked', 'true', search)).toEqual(['alan'])
      expect(await filtered('accountValidated', 'false', search)).toEqual(['alan'])
      expect(await filtered('since', '2019-12-31T00:00:00Z/2020-01-02T00:00:00Z')).toEqual(['Álvaro'])
      expect(await filtered('role', 'ROLE_BE')).toHaveLength(1)
      await expect(filtered('role', 'ROLE_GOD')).rejects.toMatchObject({ code: 'request.invalid' })
    })
  })

  it('shows staff everything of a user but the password', async () => {
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

  it('is added by administrators alone, and signs in with the password that was chosen', async () => {
    const body = { ...form(), password: 'Chosen-4-them', role: 'ROLE_BE' as const }
    await expect(backOffice.user.create({ body })).rejects.toMatchObject(notAuthorized)
    await expect(marketing.user.create({ body })).rejects.toMatchObject(notAuthorized)
    const { id } = await admin.user.create({ body })
    const session = await server.client().authentication.login({ body: { username: body.username, password: 'Chosen-4-them' } })
    expect(session).toMatchObject({ id, roles: ['ROLE_BE'] })
    await expect(admin.user.create({ body })).rejects.toMatchObject({ code: 'email.already.exists.error', invalidField: 'username' })
    const { role: _, ...withoutRole } = { ...body, ...form() }
    const plain = await admin.user.create({ body: { ...withoutRole, role: 'ROLE_CUSTOMER' } })
    await expect(admin.user.get({ params: plain })).resolves.toMatchObject({ role: 'ROLE_CUSTOMER', origin: 'STAFF' })
  })

  it.each([
    ['firstname', { firstname: '' }, 'MandatoryField'],
    ['username', { username: 'nobody' }, 'username.invalid.error'],
    ['phoneNumber', { phoneNumber: '12 34' }, 'phone.number.invalid.error'],
    ['phonePrefix', { phonePrefix: '+999' }, 'phone.number.invalid.error'],
    ['country', { country: 'XX' }, 'MandatoryField'],
    ['password', { password: 'short' }, 'Password.minlenght.error'],
  ])('points to %s where that is wrong', async (invalidField, wrong, code) => {
    const id = await join()
    const body = { ...form(), password: 'long enough', ...wrong }
    await expect(admin.user.create({ body: { ...body, role: 'ROLE_CUSTOMER' } })).rejects.toMatchObject({ code, invalidField })
    await expect(admin.user.update({ params: { id }, body })).rejects.toMatchObject({ code, invalidField })
  })

  it('keeps password and role where the form names none, and lets a tester leave all groups', async () => {
    const groupId = await addBetaGroup(server, [])
    const username = `${crypto.randomUUID()}@example.com`
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
        const username = `${name}-${crypto.randomUUID()}@example.com`
        return { id: await join({ username }), username, client: await server.signIn(username) }
      }),
    )
    const [one, two, three, four] = people
    if (!one || !two || !three || !four) throw new Error('four people')
    await admin.user.update({ params: { id: one.id }, body: { ...form(), username: one.username, password: 'a new password' } })
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

    it('of the back office gives anybody another role', async () => {
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

  it('is verified, unlocked, given a subscription and a link to a new password, each once it applies', async () => {
    const username = `${crypto.randomUUID()}@example.com`
    const userId = await join({ username, accountValidated: false, accountLocked: true })
    const body = { userId }
    await expect(server.signIn(username)).rejects.toMatchObject({ status: 403 })
    for (const act of [marketing.user.verifyAccount, marketing.user.unlockAccount])
      await expect(act({ body })).rejects.toMatchObject(notAuthorized)
    await backOffice.user.verifyAccount({ body })
    await backOffice.user.unlockAccount({ body })
    await expect(server.signIn(username)).resolves.toBeDefined()

    await expect(backOffice.user.renewTrial({ body: { userId, duration: '1year' } })).rejects.toMatchObject(notAuthorized)
    await admin.user.renewTrial({ body: { userId, duration: '3months' } })
    const shown = await admin.user.get({ params: { id: userId } })
    expect(shown).toMatchObject({ subscriptionName: 'PREMIUM', mayRenew: false, subscriptionEnd: '2027-02-21T10:00:00.000Z' })
    const again = admin.user.renewTrial({ body: { userId, duration: '1year' } })
    await expect(again).rejects.toMatchObject({ code: 'subscription.exists.error' })

    await admin.user.resetPassword({ body })
    const trail = await admin.audit.getForRecord({ params: { word: 'user', id: userId } })
    expect(trail.map(({ action }) => action)).toEqual(['resetPassword', 'renewTrial', 'unlock', 'verify'])
    for (const act of [admin.user.verifyAccount, admin.user.unlockAccount, admin.user.resetPassword]) {
      await expect(act({ body: { userId: 999_999 } })).rejects.toMatchObject({ code: 'resource.not.found' })
    }
  })

  it('lifts the lock of wrong guesses too', async () => {
    const username = `${crypto.randomUUID()}@example.com`
    const userId = await join({ username })
    for (let guess = 0; guess < 5; guess += 1) {
      await expect(server.client().authentication.login({ body: { username, password: 'wrong guess' } })).rejects.toMatchObject({
        status: 401,
      })
    }
    await expect(server.signIn(username)).rejects.toMatchObject({ code: 'account.locked.error' })
    await expect(admin.user.get({ params: { id: userId } })).resolves.toMatchObject({ accountLocked: true })
    await backOffice.user.unlockAccount({ body: { userId } })
    await expect(admin.user.get({ params: { id: userId } })).resolves.toMatchObject({ accountLocked: false })
    await expect(server.signIn(username)).resolves.toBeDefined()
  })

  it('frees the address of a deleted user, who comes back only while it is free', async () => {
    const username = `${crypto.randomUUID()}@example.com`
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
    const username = `${crypto.randomUUID()}@example.com`
    const id = await join({ username })
    const { version } = await admin.user.get({ params: { id } })
    const self = await server.signIn(username)
    const { isBetaTester: _, selectedBetaGroupIds: __, ...own } = { ...form(), username, firstname: 'Myself', isNewsletter: true }
    await self.user.updateProfile({ body: own })
    await expect(admin.user.update({ params: { id }, body: { ...form(), username, version } })).rejects.toMatchObject({
      code: 'changed.meanwhile.error',
    })
    const [latest] = await admin.audit.getForRecord({ params: { word: 'user', id } })
    expect(latest).toMatchObject({
      by: { id },
      before: { firstname: 'Ada', isNewsletter: false },
      after: { firstname: 'Myself', isNewsletter: true },
    })
  })

  it('never writes a password into the trail', async () => {
    const id = await join()
    await admin.user.update({ params: { id }, body: { ...form(), password: 'a secret of theirs' } })
    const trail = JSON.stringify(await admin.audit.getForRecord({ params: { word: 'user', id } }))
    expect(trail).toContain('changePassword')
    expect(trail).not.toMatch(/secret of theirs|argon/)
  })
})

async function allowed(client: Client) {
  return (await client.user.initB122Table()).allowed
}

function idOf(client: Client) {
  return { params: { id: client.held.current?.id ?? 0 } }
}

function form() {
  return {
    firstname: 'Ada',
    lastname: 'Field',
    username: `${crypto.randomUUID()}@example.com`,
    phoneNumber: '612345678',
    phonePrefix: '+33',
    country: 'FR',
    isBetaTester: false,
    selectedBetaGroupIds: [] as number[],
  }
}
