/** What a handler gets and gives. Knows no HTTP. */
import type * as v from 'valibot'
import type { Contract, Endpoint, Parts } from '../contract/endpoint.ts'
import type { Caller } from './auth/session.ts'
import type { GrantCookie } from './auth/signInGrant.ts'
import type { DeviceCookies } from './auth/trustedDevice.ts'
import type { TransactionRunner } from './db/connect.ts'
import type { ServerContext } from './serverContext.ts'

export type Call<E extends Endpoint> = Parts<E> &
  ServerContext & {
    readonly user: E['audience'] extends 'anyone' ? undefined : Caller
    readonly now: Date
    readonly userAgent: string | undefined
    /** Where the request came from, as far as it can be counted: clientAddress.ts. */
    readonly address: string
    readonly grant: GrantCookie
    readonly devices: DeviceCookies
    /**
     * Where the request carries an `Idempotency-Key`, at most once a day for that key, and later calls get the first answer; without a key
     * in one transaction and no more.
     */
    readonly runIdempotent: TransactionRunner
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
export type Handlers<C extends Contract> = { readonly [Entity in keyof C]: HandlersOf<C[Entity]> }
