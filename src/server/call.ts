/** What a handler gets and gives. Knows no HTTP. */
import type { Logger } from 'pino'
import type * as v from 'valibot'
import type { Contract, Endpoint, Parts } from '../contract/endpoint.ts'
import type { Role } from '../contract/rules.ts'
import type { Config } from './config/readConfig.ts'
import type { Database } from './db/connect.ts'
import type { Storage } from './files/storage.ts'

/** What one running server is made of. Tests give their own clock and folder. */
export type ServerContext = {
  readonly config: Config
  readonly db: Database
  readonly storage: Storage
  readonly log: Logger
  readonly clock: () => Date
}

/** The signed-in user as the access check found the row, at this very call. */
export type Caller = {
  readonly id: number
  readonly role: Role
  readonly isBetaTester: boolean
  /** The sign-in that the token came from. */
  readonly familyId: string
}

/**
 * Runs `work` in one transaction; where the request carries an `Idempotency-Key`, at most once a day for that key, and later calls get the
 * first answer. Inside, use the handle that is passed and nothing slow: the embedded database has one connection.
 */
export type Once = <T>(work: (db: Database) => Promise<T>) => Promise<T>

/** The right to sign in once (signInGrant.ts), as the browser holds it. Only calls that check a password read cookies. */
export type GrantCookie = {
  readonly held: string | undefined
  readonly leave: (secret: string) => void
  readonly drop: () => void
}

/** What this browser is known by to the accounts that it signed in to (trustedDevice.ts), by the place of the cookie. */
export type HeldSecrets = readonly (string | undefined)[]

export type DeviceCookies = {
  readonly held: HeldSecrets
  readonly leave: (device: { readonly slot: number; readonly secret: string }) => void
}

export type Call<E extends Endpoint> = Parts<E> &
  ServerContext & {
    readonly user: E['audience'] extends 'anyone' ? undefined : Caller
    readonly now: Date
    readonly userAgent: string | undefined
    /** Where the request came from, as far as it can be counted: clientAddress.ts. */
    readonly address: string
    readonly grant: GrantCookie
    readonly devices: DeviceCookies
    readonly once: Once
  }

/** A file as a handler names it; fileAnswer.ts sends it. */
export type FileToSend = {
  readonly sha256: string
  readonly sizeBytes: number
  readonly filename: string
  readonly mediaType: string
}

type HandlerAnswer<E extends Endpoint> = E['response'] extends v.GenericSchema ? v.InferInput<E['response']> : FileToSend

/** Who, what, one query, one answer. Throws AppError for what a person can meet. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerAnswer<E>>

export type HandlersOf<Calls extends Contract[string]> = { readonly [Name in keyof Calls]: Handler<Calls[Name]> }

/** One handler for each call of the contract: one that is missing does not compile. */
export type Handlers<C extends Contract> = { readonly [Word in keyof C]: HandlersOf<C[Word]> }
