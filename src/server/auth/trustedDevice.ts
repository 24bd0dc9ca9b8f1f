/**
 * Browsers that have signed in to an account before (OWASP: "device cookies"). Each has its own counter of wrong passwords (signInLock.ts),
 * so that strangers who guess do not lock the owner out of the browser they use. It opens nothing: password, SMS code and the lock that
 * staff set hold for it as for everybody.
 *
 * The cookie holds 256 random bits, of which the database keeps the SHA-256 beside the account: as unforgeable as a signature, it tells
 * nothing about the account, and it can be withdrawn. Kept at sign-out; void after a new password. A change of role or of the user name
 * leaves it, for it says only that this browser once knew the password.
 */
import { and, desc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { trustedDevices } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'
import { hashSecret, makeSecret } from './secret.ts'

/** What this browser is known by to the accounts that it signed in to, by the place of the cookie. */
export type DeviceSecrets = readonly (string | undefined)[]

export type DeviceCookies = {
  readonly secrets: DeviceSecrets
  readonly set: (device: { readonly slot: number; readonly secret: string }) => void
}

const devicesOfAccountMax = 10
/** How many accounts one browser can be trusted for, each in a cookie of its own. */
export const deviceSlots = 5
/** Since the last sign-in. */
export const trustedDays = 365
export const trustedMs = trustedDays * 24 * hourMs

/** The hash of the secret by which this browser is known to the account; undefined where it is not. */
export async function findTrustedDevice(db: Database, userId: number | undefined, secrets: DeviceSecrets): Promise<string | undefined> {
  const devices = await findDevices(db, secrets)
  return devices.find((device) => device.userId === userId)?.tokenHash
}

/** The secret for this account, the same as before where it is known, and its place among the browser's cookies: the one longest unused. */
export async function chooseDevice(db: Database, userId: number, secrets: DeviceSecrets): Promise<{ slot: number; secret: string }> {
  const devices = await findDevices(db, secrets)
  const slots = Array.from({ length: deviceSlots }, (_, slot) => {
    const secret = secrets[slot] ?? ''
    return { slot, secret, device: devices.find(({ tokenHash }) => tokenHash === hashSecret(secret)) }
  })
  const own = slots.find(({ device }) => device?.userId === userId)
  if (own !== undefined) return own
  const [oldest] = slots.toSorted((one, other) => (one.device?.lastUsedAt.getTime() ?? 0) - (other.device?.lastUsedAt.getTime() ?? 0))
  return { slot: oldest?.slot ?? 0, secret: makeSecret() }
}

/** Trusts the device that holds `secret`; of more than ten the one longest unused goes. Needs the user's row locked. */
export async function trustDevice(db: Database, { userId, secret }: { userId: number; secret: string }, now: Date): Promise<void> {
  await db
    .insert(trustedDevices)
    .values({ userId, tokenHash: hashSecret(secret), createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: trustedDevices.tokenHash, set: { lastUsedAt: now } })
  const isTheirs = eq(trustedDevices.userId, userId)
  const newest = db
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .where(isTheirs)
    .orderBy(desc(trustedDevices.lastUsedAt), desc(trustedDevices.id))
    .limit(devicesOfAccountMax)
  await db.delete(trustedDevices).where(and(isTheirs, notInArray(trustedDevices.id, newest)))
}

/** After a change of password. */
export async function deleteTrustedDevices(db: Database, userId: number): Promise<void> {
  await db.delete(trustedDevices).where(eq(trustedDevices.userId, userId))
}

/** By the cookies alone, whatever the account: it takes as long for a name that nobody has. */
async function findDevices(db: Database, secrets: DeviceSecrets) {
  const hashes = secrets.flatMap((secret) => (secret === undefined ? [] : [hashSecret(secret)]))
  if (hashes.length === 0) return []
  return db.select().from(trustedDevices).where(inArray(trustedDevices.tokenHash, hashes))
}
