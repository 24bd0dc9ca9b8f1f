/** The failures that the document names. Knows no call by name. */
import { meanwhile } from '../../contract/fields.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { errorCatalogue } from '../../errors.ts'
import { sentSchema } from './jsonSchema.ts'

/** What a call may fail with, by what the contract says of it. Which refusals a handler has, the contract leaves open. */
export function errorStatuses({ method, audience, body }: Pick<Endpoint, 'method' | 'audience' | 'body'>): readonly number[] {
  const isChange = method !== 'GET'
  const isForAnyone = audience === 'anyone'
  return [
    400,
    ...(isForAnyone && !isChange ? [] : [401]),
    403,
    404,
    ...(isChange ? [409] : []),
    ...(body === 'none' ? [] : [413]),
    // The specification's status for a link to a new password that is used or too old.
    ...(isForAnyone && isChange ? [418] : []),
    429,
    500,
    503,
  ]
}

const statusMeanings: Readonly<Record<number, string>> = {
  400: 'The request is malformed: the client has a fault. `invalidField` names a field that the call does not have.',
  401: 'Nobody is signed in, or the credentials or the token are wrong.',
  403: 'Refused: the role may not make the call, or a field is wrong (`invalidField`).',
  404: 'There is no such record, or the caller may not see it.',
  409: 'The record has changed, or the `Idempotency-Key` was used for another request.',
  413: 'The body is larger than the call allows.',
  418: 'The link to a new password is unknown, used or too old.',
  429: 'Too often: a rate limit is reached. `Retry-After` says for how many seconds.',
  500: 'The server failed. The request id leads to the line in its log.',
  503: 'The server or its database is busy or away. The same request may be sent again.',
}

/** By name: `error403`. */
export function errorResponses() {
  const statuses = [...new Set(Object.values(errorCatalogue).map(({ status }) => status))].filter((status): boolean => status !== 0)
  return Object.fromEntries(statuses.toSorted((one, other) => one - other).map((status) => [`error${status}`, errorResponse(status)]))
}

function errorResponse(status: number) {
  const codes = Object.entries(errorCatalogue).flatMap(([code, entry]) => (entry.status === status ? [code] : []))
  const description = statusMeanings[status]
  if (description === undefined) throw new Error(`The API document has no words for status ${status}: see errorResponses.ts.`)
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/requestId' },
      ...((status === 429 || status === 503) && { 'Retry-After': { $ref: '#/components/headers/retryAfter' } }),
    },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            message: { type: 'string', enum: codes, description: 'The code of the failure. Texts are up to the client.' },
            invalidField: { type: 'string', description: 'The field at fault.' },
            ...(status === 409 && { meanwhile: sentSchema(meanwhile) }),
            requestId: { type: 'string', format: 'uuid', description: 'As in `X-Request-Id`: finds the line in the log.' },
          },
          required: ['message', 'requestId'],
          additionalProperties: false,
        },
      },
    },
  }
}
