/**
 * The keys that sign access tokens, each with an id that stands in the token's header. One of them signs. Others only verify, for as long
 * as a token that they signed can live (rotateKeys.ts). Servers share the ring in the database; its keys are wrapped by a secret from
 * outside of it. Knows no tokens.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { hkdfSync } from 'node:crypto'
import { impersonationMinutes } from '../../contract/rules.ts'
import type { Database } from '../db/connect.ts'
import { minuteMs } from '../limits/durations.ts'
import { readRing, type RingRow } from './ringRows.ts'
import { unwrapKey } from './wrapKey.ts'

export type SigningKey = { readonly id: string; readonly bytes: Uint8Array }

/** The ring at one moment. */
type Keys = {
  /** Signs. Throws if this server cannot unwrap it. */
  readonly current: () => SigningKey
  /** Verifies. Returns undefined if it is unknown, or no token that it signed can live at `now`. */
  readonly find: (id: string, now: Date) => SigningKey | undefined
  readonly has: (id: string) => boolean
}

export type KeyRing = {
  /** As the database has it now. Within a transaction, with its handle. */
  readonly read: (db: Database) => Promise<Keys>
  /** The key that a token names, by what is known here; an unknown id is looked for in the database. Not within a transaction. */
  readonly find: (id: string, now: Date) => Promise<SigningKey | undefined>
}

/** What a server knows of the ring is at most this old. */
const knownMaxMs = minuteMs
/** Strangers can name any id: however many they name, the database is asked this often at most. */
const unknownIdMs = 1_000
/** Between reading the ring and signing, and for servers whose clocks are not the same. */
const lateMs = minuteMs

/** How long a key verifies after it stopped signing. */
export function verifyingMs(accessTokenSeconds: number): number {
  return Math.max(accessTokenSeconds * 1000, impersonationMinutes * minuteMs) + lateMs
}

/** A separate key for one purpose (HKDF-SHA-256). */
export function derivedKey({ bytes }: SigningKey, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', bytes, '', purpose, 32))
}

export function createKeyRing(outerDb: Database, { secret, accessTokenSeconds }: { secret: string; accessTokenSeconds: number }): KeyRing {
  /** By id and age, not by how it is wrapped: a new secret does not take known keys away from a running server. */
  let unwrapped: ReadonlyMap<string, SigningKey> = new Map()
  let known: { readonly keys: Keys; readonly readAt: number } | undefined
  let renewing: Promise<Keys> | undefined
  let looking: Promise<Keys> | undefined
  let lookedAt = -Infinity

  async function read(db: Database): Promise<Keys> {
    const readAt = performance.now()
    const rows = await readRing(db)
    unwrapped = new Map(
      rows.flatMap((row) => {
        const name = `${row.id} ${row.createdAt.getTime()}`
        const key = unwrapped.get(name) ?? open(row)
        return key === undefined ? [] : [[name, key]]
      }),
    )
    const keys = describeKeys(rows)
    // A slower reading may have begun before.
    if (known === undefined || known.readAt < readAt) known = { keys, readAt }
    return keys
  }

  function open({ id, wrappedKey }: RingRow): SigningKey | undefined {
    const bytes = unwrapKey(secret, id, wrappedKey)
    return bytes && { id, bytes }
  }

  function describeKeys(rows: readonly RingRow[]): Keys {
    const opened = unwrapped
    const keyOf = ({ id, createdAt }: RingRow) => opened.get(`${id} ${createdAt.getTime()}`)
    const signing = rows.find(({ retiredAt }) => retiredAt === null)
    return {
      current: () => {
        const key = signing && keyOf(signing)
        if (key === undefined)
          throw new Error('The signing key cannot be unwrapped: restart this server with the SECRET_KEY of the others.')
        return key
      },
      find: (id, now) => {
        const row = rows.find((one) => one.id === id)
        if (row === undefined) return undefined
        const isOver = row.retiredAt !== null && now.getTime() - row.retiredAt.getTime() > verifyingMs(accessTokenSeconds)
        return isOver ? undefined : keyOf(row)
      },
      has: (id) => rows.some((row) => row.id === id),
    }
  }

  async function recent(): Promise<Keys> {
    if (known !== undefined && performance.now() - known.readAt < knownMaxMs) return known.keys
    renewing ??= read(outerDb).finally(() => {
      renewing = undefined
    })
    return renewing
  }

  /** A reading that begins after this call, shared by all who wait for it. */
  function look(): Promise<Keys> {
    looking ??= pause(Math.max(0, lookedAt + unknownIdMs - performance.now())).then(() => {
      looking = undefined
      lookedAt = performance.now()
      return read(outerDb)
    })
    return looking
  }

  return {
    read,
    find: async (id, now) => {
      const keys = await recent()
      return (keys.has(id) ? keys : await look()).find(id, now)
    },
  }
}
