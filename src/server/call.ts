/** The types of a handler: what it receives and returns. Knows no HTTP. */
import type * as v from 'valibot'
import type { Contract, Endpoint, FileAnswer, Parts } from '../contract/endpoint.ts'
import type { Locale } from '../contract/rules.ts'
import type { Caller } from './auth/caller.ts'
import type { GrantCookie } from './auth/signInGrant.ts'
import type { DeviceCookies } from './auth/trustedDevice.ts'
import type { TransactionRunner } from './db/connect.ts'
import type { RowPages } from './records/rowPages.ts'
import type { ServerContext } from './serverContext.ts'

export type Call<E extends Endpoint> = Parts<E> &
  ServerContext & {
    readonly user: E['audience'] extends 'anyone' ? undefined : Caller
    readonly now: Date
    /** The language that the caller reads (http/readLocale.ts); unknown where nobody is signed in and the client names none. */
    readonly locale: E['audience'] extends 'anyone' ? Locale | undefined : Locale
    readonly userAgent: string | undefined
    /** The number of the app's build that calls (`Fieldport-Build`); undefined for programs. */
    readonly appBuild: number | undefined
    /** The client's network address, for counting (http/clientAddress.ts). */
    readonly address: string
    readonly grant: GrantCookie
    readonly devices: DeviceCookies
    /** Runs work in a transaction; with an `Idempotency-Key`, once a day per key, and repeated calls get the first response. */
    readonly runIdempotent: TransactionRunner
  }

/** A stored file to send, as returned by a handler; http/sendFile.ts sends it. */
export type FileToSend = {
  readonly sha256: string
  readonly sizeBytes: number
  readonly filename: string
  readonly mediaType: string
  /** Anybody may have it and other sites may show it: it is cached for ever. */
  readonly isForEverybody?: true
}

/** A file that is written while it is sent. */
export type FileToStream = {
  readonly content: AsyncIterable<string | Uint8Array>
  readonly filename: string
  readonly mediaType: string
  /** Ends it if its reader takes nothing for so long: others wait for what writes it. */
  readonly readerPauseMaxMs?: number
}

/** JSON text to send in pieces, as returned by a handler; http/mount.ts sends it. */
export type TextToSend = {
  readonly mediaType: string
  /** Identifies the text, and is made without it: a client that has it already gets nothing. */
  readonly etag?: string
  /** Called only if the text is sent. */
  readonly pieces: () => AsyncIterable<string> | Iterable<string>
}

type HandlerAnswer<E extends Endpoint> = E['response'] extends v.GenericSchema
  ? JsonAnswer<v.InferInput<E['response']>>
  : E['response'] extends FileAnswer
    ? FileToSend | FileToStream
    : TextToSend

/** The answer of a list may be all of its rows, which are sent as they are read. */
type JsonAnswer<Answer> = Answer | (Answer extends { items: (infer Row)[]; totalRows: number } ? RowPages<Row> : never)

/** Throws AppError for failures that a person can encounter. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerAnswer<E>>

export type HandlersOf<Calls extends Contract[string]> = { readonly [Name in keyof Calls]: Handler<Calls[Name]> }

/** One handler for each call of the contract. A missing one does not compile. */
export type Handlers<C extends Contract> = { readonly [Entity in keyof C]: HandlersOf<C[Entity]> }
