/** Phone numbers as they are spoken, in every search over users. */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { betaGroups, users } from '../../src/server/db/tables.ts'
import { storedPhone } from '../../src/server/messages/phone.ts'
import { listBody } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const spoken = [
  '06 39 98 44 55',
  '0639984455',
  '06.39.98.44.55',
  '+33 6 39 98 44 55',
  '(+33) 6-39-98-44-55',
  '+33639984455',
  '0033639984455',
  '00 33 6 39 98 44 55',
  '+33 (0)6 39 98 44 55',
  '33 6 39 98 44 55',
  '39 98 44 55',
  '4455',
]
const typed = ['6 39 98 44 55', '06 39 98 44 55', '0639984455', '06.39.98.44.55']

const about = () => ({
  firstname: 'Ada',
  lastname: 'Field',
  username: `${crypto.randomUUID()}@example.com`,
  phonePrefix: '+33',
  country: 'FR',
  distributor: '',
})

serverOnPostgres((server) => {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')
  const password = 'a long enough phrase'

  // Only the people of one test have the number, and nobody has its digits by chance in an address.
  beforeEach(async () => {
    const username = sql`translate(${users.username}, '0123456789', 'ghijklmnop')`
    await server.context.db.update(users).set({ username, ...storedPhone({ phonePrefix: '+33', phoneNumber: '700000000' }) })
  })

  const find = async (search: string) =>
    (await admin.user.getB122TableResults({ body: listBody({ search }) })).items.map(({ username }) => username)
  const staffFields = { isBetaTester: true, selectedBetaGroupIds: [], role: 'ROLE_CUSTOMER' as const, password }

  it.each(typed)(
    'a number typed as %s is found as it is spoken, written or dialled, and by its last digits [T640]',
    async (phoneNumber) => {
      const body = { ...about(), phoneNumber }
      const { id } = await backOffice.user.create({ body: { ...body, ...staffFields } })
      for (const search of spoken) expect([search, await find(search)]).toEqual([search, [body.username]])
      expect(await find('+33 6 39 98 44 56')).toEqual([])
      expect(await find('+44 6 39 98 44 55')).toEqual([])
      expect(await find('+9984455')).toEqual([])
      const testers = await admin.user.getBetaTesters({ query: { search: '06 39 98 44 55' } })
      expect(testers.map((tester) => tester.id)).toEqual([id])
    },
  )

  it('finds numbers that were entered by registering, and that were changed by staff and by their owner', async () => {
    const body = { ...about(), phoneNumber: '06 39 98 44 55' }
    await server.client().register.register({ body: { ...body, password, isNewsletter: false, locale: 'en' } })
    expect(await find('+33 639 98 44 55')).toEqual([body.username])
    const [row] = await server.context.db.select().from(users).where(eq(users.username, body.username))
    await admin.user.update({ params: { id: row?.id ?? 0 }, body: { ...body, phoneNumber: '639984477', ...staffFields, password: '' } })
    expect(await find('+33 639 98 44 55')).toEqual([])
    expect(await find('06 39 98 44 77')).toEqual([body.username])
  })

  it('searches fewer than four digits, and digits beside a word, as text, and finds any in an address of a mail', async () => {
    const { username } = await server.join({ username: 'quartz@example.com', phoneNumber: '6 39 98 44 55', lastname: 'Quartz' })
    expect(await find('455')).toEqual([])
    expect(await find('quartz 39')).toEqual([username])
    const { username: withDigits } = await server.join({ username: 'ada1962@example.com' })
    expect(await find('1962')).toEqual([withDigits])
  })

  it('finds members of a group, and who claimed or did something, by phone', async () => {
    const { userId, username } = await server.join({ phoneNumber: '639984455', isBetaTester: true })
    const { id } = await admin.betaGroup.create({
      body: { name: crypto.randomUUID(), selectedFirmwareIds: [], selectedUserIds: [userId] },
    })
    const members = await admin.betaGroup.getUsers({ params: { id }, query: { search: '06 39 98 44 55' } })
    expect(members.map((member) => member.id)).toEqual([userId])
    expect(await admin.betaGroup.getUsers({ params: { id }, query: { search: '06 39 98 44 56' } })).toEqual([])
    await server.signIn(username)
    const log = await admin.securityEvent.getB122TableResults({ body: listBody({ search: '06 39 98 44 55' }) })
    expect(log.items.map(({ account }) => account?.id)).toContain(userId)
    expect(new Set(log.items.map(({ account }) => account?.id))).toEqual(new Set([userId]))
    await server.context.db.delete(betaGroups).where(eq(betaGroups.id, id))
  })

  it('shows staff the international form, or none, and what was typed, and lets them edit other fields of an invalid one [T644]', async () => {
    const { userId } = await server.join({ phoneNumber: '06 39 98 44 55', lastname: 'Zirconium' })
    const params = { id: userId }
    const row = async () => (await admin.user.getB122TableResults({ body: listBody({ search: 'zirconium' }) })).items[0]
    const good = { phoneNumber: '06 39 98 44 55', phoneInternational: '+33 6 39 98 44 55' }
    expect(await row()).toMatchObject(good)
    expect(await admin.user.get({ params })).toMatchObject(good)
    await server.context.db.update(users).set({ phoneNumber: '12 345' }).where(eq(users.id, userId))
    const bad = { phoneNumber: '12 345', phoneInternational: null }
    expect(await row()).toMatchObject(bad)
    const { username } = await admin.user.get({ params })
    const body = { ...about(), username, lastname: 'Zirconium', firstname: 'Renamed', phoneNumber: '12 345', ...staffFields, password: '' }
    await expect(backOffice.user.update({ params, body })).resolves.toEqual(params)
    expect(await row()).toMatchObject({ ...bad, firstname: 'Renamed' })
    expect(await find('123 45')).toEqual([username])
  })
})
