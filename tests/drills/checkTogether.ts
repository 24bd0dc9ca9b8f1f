/** Promises of several servers that need no load: what one of them knows, the others know. Returns those that are broken. */
import { Client } from 'pg'
import { asAppError } from '../../src/errors.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { startMeter } from './meter.ts'
import type { Portal } from './portal.ts'

type Person = ReturnType<ReturnType<typeof startMeter>['client']>
type Check = (first: string, second: string) => Promise<boolean>

const customer = { username: 'customer@example.com', password: demoPassword }
const admin = { username: 'admin@example.com', password: demoPassword }
const failuresMax = 5
const failuresOfAddressMax = 20

export async function checkTogether(portal: Portal, databaseUrl: string): Promise<string[]> {
  const [first = '', second = ''] = portal.servers.map(({ url }) => url)
  const broken: string[] = []
  if (!(await haveMigratedOnce(databaseUrl))) broken.push('a migration was applied twice')
  for (const [promise, holds] of Object.entries(checks)) if (!(await holds(first, second))) broken.push(`broken: ${promise}`)
  return broken
}

const checks: Readonly<Record<string, Check>> = {
  'a session of one server is one of the other, and ends at both': async (first, second) => {
    const here = await signIn(first, customer)
    const there = startMeter().client(second)
    there.held.current = here.held.current
    const knows = (await codeOf(there.user.getProfile())) === undefined
    await here.authentication.logout()
    return knows && (await codeOf(there.user.getProfile())) === 'not.authenticated'
  },

  'a token that is renewed at both at once has one successor, which both renew': async (first, second) => {
    const here = await signIn(first, customer)
    const there = startMeter().client(second)
    const [one, other] = await Promise.all([here, there].map((client) => renew(client, here.held.current?.refresh_token ?? '')))
    const next = await renew(there, one?.refresh_token ?? '')
    return one?.refresh_token === other?.refresh_token && next.refresh_token !== one?.refresh_token
  },

  'five wrong passwords at both lock a name at both': async (first, second) => {
    const username = `${crypto.randomUUID()}@example.net`
    const codes = await Promise.all(guessers(first, second, 40).map((client) => codeOf(client.authentication.login(guess(username)))))
    const wrong = codes.filter((code) => code === 'Login.error').length
    return wrong === failuresMax && codes.filter((code) => code === 'account.locked.error').length === codes.length - failuresMax
  },

  'an address has twenty wrong guesses a minute at both together': async (first, second) => {
    const [here, there] = addressOfBoth(first, second)
    const guesses = Array.from({ length: 40 }, (_, index) =>
      codeOf((index % 2 === 0 ? here : there).authentication.login(guess(`${crypto.randomUUID()}@example.net`))),
    )
    const codes = await Promise.all(guesses)
    return codes.filter((code) => code === 'Login.error').length === failuresOfAddressMax
  },

  'a call that arrives at both with one key counts once': async (first, second) => {
    const people = await Promise.all([first, second].map((url) => signIn(url, customer)))
    const [detector] = (await people[0]?.userProduct.getUserProductsForUser()) ?? []
    const [firmware] = (await people[0]?.firmware.getAllForProductAndUser({ params: { productId: detector?.product.id ?? 0 } })) ?? []
    const body = { userProductId: detector?.id ?? 0, firmwareId: firmware?.id ?? 0, date: undefined }
    const idempotencyKey = crypto.randomUUID()
    const made = await Promise.all([...people, ...people].map((client) => client.productUpdate.create({ body, idempotencyKey })))
    return new Set(made.map(({ id }) => id)).size === 1
  },

  'of two who save one record at once, one learns of the other': async (first, second) => {
    const people = await Promise.all([first, second].map((url) => signIn(url, admin)))
    const [here] = people
    const [choice] = (await here?.dashboard.getProducts()) ?? []
    const product = await here?.product.get({ params: { id: choice?.id ?? 0 } })
    if (product === undefined) return false
    const { id, typeName, typeId, version } = product
    const save = (client: Person, name: string) => client.product.update({ params: { id }, body: { name, typeName, typeId, version } })
    const codes = await Promise.all(people.map((client, index) => codeOf(save(client, `${product.name} ${index}`))))
    return codes.filter((code) => code === undefined).length === 1 && codes.includes('changed.meanwhile.error')
  },
}

async function haveMigratedOnce(databaseUrl: string): Promise<boolean> {
  const client = new Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ once: boolean }>('select count(*) = count(distinct hash) as once from drizzle.__drizzle_migrations')
  await client.end()
  return rows[0]?.once === true
}

async function signIn(url: string, account: { username: string; password: string }): Promise<Person> {
  const client = startMeter().client(url)
  client.held.current = await client.authentication.login({ body: account })
  return client
}

function renew(client: Person, refresh_token: string) {
  return client.authentication.refresh({ body: { grant_type: 'refresh_token', refresh_token } })
}

/** Each from an address of its own. */
function guessers(first: string, second: string, count: number): Person[] {
  const meter = startMeter()
  return Array.from({ length: count }, (_, index) => meter.client(index % 2 === 0 ? first : second))
}

/** Two meters count their addresses alike. */
function addressOfBoth(first: string, second: string): [Person, Person] {
  return [startMeter('10.2').client(first), startMeter('10.2').client(second)]
}

function guess(username: string) {
  return { body: { username, password: 'a wrong password' } }
}

async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(
    () => undefined,
    (error: unknown) => asAppError(error).code,
  )
}
