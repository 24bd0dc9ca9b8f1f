/**
 * What a server of version 0.1 does with keys and refresh tokens, in that version's own words: one key as plain text in the settings, read
 * once; no id in a token; a successor derived from that key; no column that names it.
 */
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { jwtVerify, SignJWT } from 'jose'
import { hashSecret, makeSecret } from '../../src/server/auth/secret.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'

const [graceMs, accessSeconds, refreshMs] = [10_000, 15 * 60, 30 * 24 * 3_600_000]
const issuer = 'http://portal.test'

export type Held = { readonly access: string; readonly refresh: string }

export type OlderServer = {
  readonly signIn: (userId: number) => Promise<Held>
  /** Undefined if it signs the person out. */
  readonly refresh: (token: string) => Promise<Held | undefined>
  readonly accepts: (access: string) => Promise<boolean>
}

export async function startOlderServer(db: Database, clock: () => Date): Promise<OlderServer> {
  const fresh = randomBytes(32).toString('base64url')
  await db.execute(sql`insert into settings (key, value) values ('accessTokenKey', ${fresh}) on conflict do nothing`)
  const [stored] = rowsOf(await db.execute(sql`select value from settings where key = 'accessTokenKey'`))
  const key = Buffer.from(String(stored?.['value']), 'base64url')
  const successorKey = new Uint8Array(hkdfSync('sha256', key, '', 'refresh token successor', 32))
  const successorOf = (token: string) => createHmac('sha256', successorKey).update(token).digest('base64url')

  async function give({ id, userId }: Pick<Family, 'id' | 'userId'>, refresh: string, now: Date): Promise<Held> {
    const issuedAt = Math.floor(now.getTime() / 1000)
    const token = new SignJWT({ sid: id }).setProtectedHeader({ alg: 'HS256' }).setIssuer(issuer).setAudience('fieldport')
    const claims = token
      .setSubject(String(userId))
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + accessSeconds)
    return { access: await claims.sign(key), refresh }
  }

  return {
    signIn: async (userId) => {
      const [refresh, now] = [makeSecret(), clock()]
      const family = { id: randomUUID(), userId, startedAt: now.toISOString() }
      await save(db, refresh, family, now)
      return give(family, refresh, now)
    },

    refresh: async (token) => {
      const [next, now] = [successorOf(token), clock()]
      const family = await db.transaction(async (transaction) => {
        const find = async () => {
          const isThis = sql`token_hash = ${hashSecret(token)} and expires_at > ${now.toISOString()}`
          const [row] = rowsOf(
            await transaction.execute(sql`
              select id::text, user_id::integer as "userId", family_id as "familyId", started_at::text as "startedAt",
                (extract(epoch from rotated_at) * 1000)::double precision as "rotatedAt"
              from sessions where ${isThis}`),
          )
          return row
        }
        const owner = await find()
        if (owner === undefined) return undefined
        await transaction.execute(sql`select id from users where id = ${Number(owner['userId'])} for update`)
        const row = await find()
        if (row === undefined) return undefined
        const found = { id: String(row['familyId']), userId: Number(row['userId']), startedAt: String(row['startedAt']) }
        if (row['rotatedAt'] !== null && now.getTime() - Number(row['rotatedAt']) > graceMs) {
          await transaction.execute(sql`delete from sessions where family_id = ${found.id}`)
          return undefined
        }
        await transaction.execute(
          sql`update sessions set rotated_at = ${now.toISOString()} where id = ${String(row['id'])} and rotated_at is null`,
        )
        await save(transaction, next, found, now)
        return found
      })
      return family && give(family, next, now)
    },

    accepts: async (access) => {
      const options = { algorithms: ['HS256'], issuer, audience: 'fieldport', requiredClaims: ['exp', 'jti', 'sub'], currentDate: clock() }
      const claims = await jwtVerify(access, key, options).catch(() => undefined)
      if (claims === undefined) return false
      const { sub, sid } = claims.payload
      const found = await db.execute(sql`
        select from sessions where family_id = ${String(sid)} and user_id = ${Number(sub)} and expires_at > ${clock().toISOString()}`)
      return rowsOf(found).length > 0
    },
  }
}

function save(handle: Database, token: string, family: Family, now: Date) {
  return handle.execute(sql`
    insert into sessions (family_id, user_id, token_hash, created_at, started_at, expires_at)
    values (${family.id}, ${family.userId}, ${hashSecret(token)}, ${now.toISOString()}, ${family.startedAt},
      ${new Date(now.getTime() + refreshMs).toISOString()})
    on conflict (token_hash) do nothing`)
}

type Family = { readonly id: string; readonly userId: number; readonly startedAt: string }
