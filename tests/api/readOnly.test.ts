/** Calls that the contract marks `isReadOnly` change nothing, no matter who makes them. New ones are found automatically. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Role } from '../../src/contract/rules.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'
import { files, newsImages, proofChecks, users } from '../../src/server/db/tables.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { findReleasedImage } from '../../src/server/entities/firmware/releasedImage.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { listBody, listForm } from '../support/lists.ts'
import { serverOnEmbedded } from '../support/servers.ts'

const people: Readonly<Record<Role, string>> = {
  ROLE_ADMIN: 'admin@example.com',
  ROLE_MARKETTING: 'marketing@example.com',
  ROLE_BE: 'backoffice@example.com',
  ROLE_CUSTOMER: 'customer@example.com',
}

/** The demo's image has a random one. */
const imageToken = 'x'.repeat(43)

/** Of a released image of the demo data. */
let releasedSha256 = ''
/** Of a proof of purchase of the demo data. */
let approvedProofId = 0

type Needs = { readonly params?: Record<string, string>; readonly query?: string; readonly json?: object }

/** Of the demo data, 1 is the first record of each entity. What a call needs besides: path parameters, a query and a body. */
const needs: Readonly<Record<string, Needs>> = {
  'audit.getForRecord': { params: { entity: 'user' } },
  'betaGroup.findTesters': { json: { addresses: [people.ROLE_CUSTOMER, 'nobody@example.com'] } },
  'file.showFileFromWeb': { query: 'id=1' },
  'file.getImageAddress': { query: 'id=1' },
  'file.getImage': {
    get params() {
      return { sha256: releasedSha256 }
    },
  },
  'firmware.inspectFile': { query: `sizeBytes=1000&sha256=${'0'.repeat(64)}&versionName=9.9&selectedProductIds=1` },
  'search.findRecords': { query: 'text=ad' },
  // A customer: the back office answers no calls of its colleagues.
  'user.getMessages': { params: { id: '4' } },
  'user.getNotes': { params: { id: '4' } },
  'user.getSessions': { params: { id: '4' } },
  'news.getImage': { params: { token: imageToken } },
  'proofCheck.getCertificate': {
    get params() {
      return { id: String(approvedProofId) }
    },
  },
  'release.getStep': { params: { step: 'withdraw' } },
}

const readOnly = contractCalls.filter(({ endpoint }) => endpoint.isReadOnly === true)

function requestOf(call: string, { method, path, body }: Endpoint): { readonly path: string; readonly init: RequestInit } {
  const { params = {}, query, json } = needs[call] ?? {}
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '1') + (query === undefined ? '' : `?${query}`)
  if (body === 'none') return { path: address, init: { method } }
  if (json !== undefined) return { path: address, init: { method, body: JSON.stringify(json) } }
  // The only other calls with a body that read.
  expect(call).toMatch(/\.getB122TableResults$/)
  return { path: address, init: { method, body: listForm({}) } }
}

it('no call reads only and creates something', () => {
  expect(readOnly.length).toBeGreaterThan(20)
  expect(readOnly.filter(({ endpoint }) => endpoint.isIdempotentByKey === true || endpoint.method === 'DELETE')).toEqual([])
})

it('every other GET says in the contract why it is not marked', () => {
  const others = contractCalls.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.isReadOnly !== true)
  expect(others.map(({ call }) => call).toSorted()).toEqual(['rallyZone.getEnabled', 'signature.getForType', 'warrantyCode.downloadBatch'])
})

// PostgreSQL numbers the transactions of all its databases together.
serverOnEmbedded('transactions', (server) => {
  const tokens = new Map<Role | 'viewer', string>()
  let customers: { readonly id: number; readonly words: readonly string[] }[] = []

  beforeAll(async () => {
    await seedDemo(server.context.db, server.context.storage)
    await server.context.db.update(newsImages).set({ token: imageToken }).where(eq(newsImages.id, 1))
    const rows = await server.context.db.select().from(users).where(eq(users.role, 'ROLE_CUSTOMER'))
    const named = Map.groupBy(rows, ({ firstname, lastname }) => `${firstname} ${lastname}`)
    const own = [...named].flatMap(([name, ofIt]) => (ofIt.length === 1 ? [name] : []))
    customers = rows.map(({ id, username, firstname, lastname }) => ({
      id,
      words: [username, ...own.filter((name) => name === `${firstname} ${lastname}`)],
    }))
    const images = await server.context.db.select({ sha256: files.sha256 }).from(files).where(eq(files.kind, 'firmware'))
    for (const { sha256 } of images) if ((await findReleasedImage(server.context.db, sha256)) !== undefined) releasedSha256 = sha256
    const approved = { state: 'approved', decidedAt: server.context.clock() } as const
    const [proof] = await server.context.db.update(proofChecks).set(approved).returning({ fileId: proofChecks.fileId })
    approvedProofId = proof?.fileId ?? 0
    for (const [role, username] of Object.entries(people) as [Role, string][]) {
      const client = server.client(await server.client().authentication.login({ body: { username, password: demoPassword } }))
      tokens.set(role, client.held.current?.access_token ?? '')
      if (role !== 'ROLE_ADMIN') continue
      // Its only batch: nobody sees those of others.
      await client.userBatch.create({ body: { kind: 'unlock', userIds: [4] } })
      const { items } = await client.user.getB122TableResults({ body: listBody({ search: people.ROLE_CUSTOMER }) })
      const started = await client.impersonation.start({ body: { userId: items[0]?.id ?? 0 } })
      tokens.set('viewer', started.impersonateToken)
    }
  }, 60_000)

  /** The next transaction's number: every statement that writes or locks a row takes one, even if it writes what was there before. */
  async function nextTransaction(): Promise<string> {
    const [row] = rowsOf(await server.context.db.execute(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`))
    return String(row?.['next'])
  }

  /** Customers of whom an answer tells something that is theirs alone, and whom the contract does not count (`people`). */
  function uncountedIn(text: string, call: string, { path, people: peopleOf, response }: Endpoint): string[] {
    const told = customers.filter(({ words }) => words.some((word) => text.includes(word)))
    if (told.length === 0) return []
    const params = { ...needs[call]?.params, id: Number(needs[call]?.params?.['id'] ?? '1') }
    // The contract has given it the types of this call.
    const count = peopleOf as ((answer: unknown, params: unknown) => readonly number[]) | undefined
    const counted = response.kind === 'fileAnswer' ? [] : (count?.(JSON.parse(text), params) ?? [])
    return told.flatMap(({ id, words }) => (counted.includes(id) ? [] : [`${path}: ${words[0]}`]))
  }

  it('a write is noticed, even one that changes no value', async () => {
    const before = await nextTransaction()
    expect(await nextTransaction()).toBe(before)
    await server.context.db.execute(sql`update users set firstname = firstname where username = ${people.ROLE_CUSTOMER}`)
    expect(await nextTransaction()).not.toBe(before)
  })

  it.each(readOnly)('$call changes nothing, and answers somebody [T285]', async ({ call, endpoint }) => {
    const { audience } = endpoint
    const callers = audience === 'anyone' ? [undefined] : [...audience, ...(audience.includes('ROLE_CUSTOMER') ? ['viewer' as const] : [])]
    const statuses: number[] = []
    for (const caller of callers) {
      const { path, init } = requestOf(call, endpoint)
      const headers = {
        ...(caller !== undefined && { authorization: `Bearer ${tokens.get(caller)}` }),
        ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
      }
      // That a view shows a screen for the first time is an event of its own (auth/noteViewed.ts).
      if (caller === 'viewer') await (await server.request(path, { ...init, headers })).arrayBuffer()
      const before = await nextTransaction()
      const response = await server.request(path, { ...init, headers })
      const text = await response.text()
      statuses.push(response.status)
      const isToStaff = response.ok && caller !== undefined && caller !== 'viewer' && caller !== 'ROLE_CUSTOMER'
      const uncounted = isToStaff ? uncountedIn(text, call, endpoint) : []
      expect({ caller, next: await nextTransaction(), uncounted }).toEqual({ caller, next: before, uncounted: [] })
    }
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
  })
})
