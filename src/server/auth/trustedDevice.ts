/**
 * Browsers that have signed in to an account before, or in which its owner chose the password (OWASP "device cookies"). Each has its own
 * counter of wrong passwords (signInLock.ts), and, once it has signed in, of codes of second factors (factors/checkFactor.ts), so that
 * strangers who guess cannot lock the owner out of their own browser. It grants nothing else: password, SMS code and a lock by
 * staff apply as usual.
 *
 * The cookie holds 256 random bits; the database keeps their SHA-256 beside the account. Such a cookie cannot be forged, reveals nothing
 * about the account and can be revoked. It survives sign-out and ends with a new password, but for a new cookie in the browser in which the
 * owner chose it: otherwise strangers could lock the owner out right after a change. A new role or user name leaves it valid, because it only
 * says that this browser once knew the password.
 */
import { and, desc, eq, inArray, ne, notInArray } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { single } from '../db/single.ts'
import { trustedDevices } from '../db/tables.ts'
import { hourMs } from '../limits/durations.ts'
import { hashSecret, makeSecret } from './secret.ts'

/** The secrets in this browser's device cookies, by slot. Each identifies it to one account. */
export type DeviceSecrets = readonly (string | undefined)[]

export type DeviceCookies = {
  readonly secrets: DeviceSecrets
  readonly set: (device: { readonly slot: number; readonly secret: string }) => void
}

const devicesOfAccountMax = 10
/** How many accounts can trust one browser; each has its own cookie. */
export const deviceSlots = 5
/** Counted from the last sign-in. */
export const trustedDays = 365
export const trustedMs = trustedDays * 24 * hourMs

/** The hash of the secret that identifies this browser to the account; undefined if there is none. */
export async function findTrustedDevice(db: Database, userId: number | undefined, secrets: DeviceSecrets): Promise<string | undefined> {
  const devices = await findDevices(db, secrets)
  return devices.find((device) => device.userId === userId)?.tokenHash
}

/** The same for codes of second factors: a mailed link, by which a password is chosen, passes none. */
export async function findSignedInDevice(db: Database, userId: number, secrets: DeviceSecrets): Promise<string | undefined> {
  const devices = await findDevices(db, secrets)
  return devices.find((device) => device.userId === userId && device.hasSignedIn)?.tokenHash
}

/** The cookie for this account: the existing one if the browser has it, otherwise a new secret in the slot unused for longest. */
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

/** A new cookie in that slot, for `trustOnly`: a copy of the former one is worth nothing. */
export async function renewDevice(db: Database, userId: number, secrets: DeviceSecrets): Promise<{ slot: number; secret: string }> {
  const { slot } = await chooseDevice(db, userId, secrets)
  return { slot, secret: makeSecret() }
}

/**
 * Trusts the device that holds `secret`. Beyond ten devices the one unused for longest is removed. The user's row must be locked. `isNew`:
 * other devices have signed in to the account, and this one is not known.
 */
export async function trustDevice(
  db: Database,
  { userId, secret }: { userId: number; secret: string },
  now: Date,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const known = await db.select().from(trustedDevices).where(eq(trustedDevices.userId, userId))
  const isNew = known.some((one) => one.hasSignedIn) && known.every(({ tokenHash }) => tokenHash !== hashSecret(secret))
  const used = { lastUsedAt: now, hasSignedIn: true }
  const trusted = await db
    .insert(trustedDevices)
    .values({ ...used, userId, tokenHash: hashSecret(secret), createdAt: now })
    .onConflictDoUpdate({ target: trustedDevices.tokenHash, set: used })
    .returning({ id: trustedDevices.id })
  const isTheirs = eq(trustedDevices.userId, userId)
  const newest = db
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .where(isTheirs)
    .orderBy(desc(trustedDevices.lastUsedAt), desc(trustedDevices.id))
    .limit(devicesOfAccountMax)
  const { id } = single(trusted)
  // Also where the clock of another server was ahead when it trusted ten others.
  await db.delete(trustedDevices).where(and(isTheirs, ne(trustedDevices.id, id), notInArray(trustedDevices.id, newest)))
  return { id, isNew }
}

/** Call after a change of password, with the account's row locked: trusts the device that holds `secret`, if any, and no other. */
export async function trustOnly(
  db: Database,
  { userId, secret }: { userId: number; secret: string | undefined },
  now: Date,
): Promise<void> {
  await db.delete(trustedDevices).where(eq(trustedDevices.userId, userId))
  if (secret === undefined) return
  await db.insert(trustedDevices).values({ userId, tokenHash: hashSecret(secret), createdAt: now, lastUsedAt: now, hasSignedIn: false })
}

/** Looks up by the cookies alone, so that it takes the same time for an unknown name. */
async function findDevices(db: Database, secrets: DeviceSecrets) {
  const hashes = secrets.flatMap((secret) => (secret === undefined ? [] : [hashSecret(secret)]))
  if (hashes.length === 0) return []
  return db.select().from(trustedDevices).where(inArray(trustedDevices.tokenHash, hashes))
}
