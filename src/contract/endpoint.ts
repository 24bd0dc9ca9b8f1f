/** Describes calls as data. Knows no HTTP library: server/http/mount.ts mounts endpoints, app/api/createApi.ts calls them. */
import type * as v from 'valibot'
import type { Asked, Effects } from './effects.ts'
import { roles, type Role } from './rules.ts'
import type { ViewedScreen } from './viewedScreens.ts'

/** Who may call: anyone, or a signed-in user with one of these roles. */
export type Audience = 'anyone' | readonly Role[]

export const everyRole: readonly Role[] = roles
export const backOffice = ['ROLE_ADMIN', 'ROLE_BE'] as const satisfies readonly Role[]
export const publishers = ['ROLE_ADMIN', 'ROLE_MARKETTING'] as const satisfies readonly Role[]
export const staff = ['ROLE_ADMIN', 'ROLE_MARKETTING', 'ROLE_BE'] as const satisfies readonly Role[]

/**
 * How the request travels. `form` is application/x-www-form-urlencoded, and the default where the specification is silent. In forms, a list
 * of plain values repeats its key; an object or a list of objects is one value in JSON.
 */
type BodyKind = 'none' | 'json' | 'form' | 'multipart'

/** The response is bytes, not JSON. */
export const fileAnswer = { kind: 'fileAnswer' } as const
export type FileAnswer = typeof fileAnswer

/**
 * The response is JSON by this schema, which the handler has as text already: parsing a large one would keep other requests waiting. The
 * client checks it.
 */
export type TextAnswer<S extends v.GenericSchema> = { readonly kind: 'textAnswer'; readonly schema: S }
export function textAnswer<const S extends v.GenericSchema>(schema: S): TextAnswer<S> {
  return { kind: 'textAnswer', schema }
}

type AnyObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As the specification writes it, relative to the base path; `{name}` is a variable part. */
  readonly path: `/${string}`
  /** Where the call is made besides, outside of the base path: an address that mails carry. */
  readonly alsoAt?: `/${string}`
  readonly audience: Audience
  readonly body: BodyKind
  readonly params?: v.GenericSchema<Record<string, string>, Record<string, unknown>>
  readonly query?: AnyObjectSchema
  readonly request?: AnyObjectSchema
  readonly response: v.GenericSchema | FileAnswer | TextAnswer<v.GenericSchema>
  /** The most bytes a body may have; 256 KiB by default. In `multipart` this limits the files. */
  readonly maxBytes?: number
  /** The most bytes that the text fields of a `multipart` body may have together; 256 KiB by default. */
  readonly maxTextBytes?: number
  /** The most fields or parts a body may have, or values in JSON; 1,000 by default. A higher limit needs a matching `maxBytes`. */
  readonly maxFields?: number
  /**
   * The call only reads: it changes no row and sends no message. An administrator who views the portal as a customer may make no other
   * (impersonation.ts).
   */
  readonly isReadOnly?: true
  /**
   * Who may make this call although something is due. `factor`: staff who have not added their second factor yet. `password`: also
   * somebody who has not yet replaced a password that staff have set (docs/security.md, 39 and 40).
   */
  readonly openBefore?: 'password' | 'factor'
  /** Who gets by it what they did not have (effects.ts): `proof.required.error` without fresh proof. */
  readonly effects?: Effects
  /**
   * Whose rows an answer to staff holds, by the numbers of their accounts. Within an hour they get those of `peopleSeenMax` people; more want
   * fresh proof, as all of a list's rows do at once where it has more rows. An unused code counts as one, under a number below zero.
   */
  readonly people?: (answer: never, params: never) => readonly number[]
  /**
   * What the security log says of an administrator who makes this call while viewing the portal as a customer. null if the answer holds
   * nothing of the customer; a call that is silent here is logged too.
   */
  readonly viewedAs?: ViewedScreen | null
  /** The call creates something: it accepts `Idempotency-Key`, and a replay gets the first response. */
  readonly isIdempotentByKey?: true
  /** The fields that a replay sends with other values. They are no part of what makes two requests the same. */
  readonly sentAnew?: readonly string[]
}

/** Whether a user with this role may make a call; null is a guest. */
export function mayCall({ audience }: Pick<Endpoint, 'audience'>, role: Role | null): boolean {
  return audience === 'anyone' || (role !== null && audience.includes(role))
}

/** Whether a request says by itself that it wants fresh proof. */
export function needsFreshSignIn(effects: Effects | undefined, asked: Asked): boolean {
  return effects !== undefined && Object.values(effects).some((when) => when(asked))
}

/** Checks an endpoint's shape and keeps its exact type. An endpoint without an audience does not compile. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined

/** The parts of a request after parsing: what a handler reads and what a caller passes. */
export type Parts<E extends Endpoint> = {
  readonly params: Output<E['params']>
  readonly query: Output<E['query']>
  readonly body: Output<E['request']>
}

/** The parsed response: JSON by its schema, or nothing here for a file, because each side has its own type for bytes. */
export type Answer<E extends Endpoint> = E['response'] extends v.GenericSchema
  ? v.InferOutput<E['response']>
  : E['response'] extends TextAnswer<infer S>
    ? v.InferOutput<S>
    : FileAnswer

/** Entities to their calls: `contract.productUpdate.create`. */
export type Contract = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
