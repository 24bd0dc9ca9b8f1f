/** The types of a handler: what it receives and returns. Knows no HTTP. */
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
    /** The client's network address, for counting (http/clientAddress.ts). */
    readonly address: string
    readonly grant: GrantCookie
    readonly devices: DeviceCookies
    /** Runs work in a transaction; with an `Idempotency-Key`, once a day per key, and repeated calls get the first response. */
    readonly runIdempotent: TransactionRunner
  }

/** A file to send, as returned by a handler; http/sendFile.ts sends it. */
export type FileToSend = {
  readonly sha256: string
  readonly sizeBytes: number
  readonly filename: string
  readonly mediaType: string
}

type HandlerAnswer<E extends Endpoint> = E['response'] extends v.GenericSchema ? v.InferInput<E['response']> : FileToSend

/** Throws AppError for failures that a person can encounter. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerAnswer<E>>

export type HandlersOf<Calls extends Contract[string]> = { readonly [Name in keyof Calls]: Handler<Calls[Name]> }

/** One handler for each call of the contract. A missing one does not compile. */
export type Handlers<C extends Contract> = { readonly [Entity in keyof C]: HandlersOf<C[Entity]> }
