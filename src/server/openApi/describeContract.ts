/** Describes a contract as an OpenAPI 3.1 document. Knows no call by name, and no HTTP. */
import type { Audience, Contract, Endpoint } from '../../contract/endpoint.ts'
import { always, type Effects } from '../../contract/effects.ts'
import { jsonMaxBytes } from '../../contract/rules.ts'
import { ownVersion } from '../config/ownBuild.ts'
import { errorResponses, errorStatuses } from './errorResponses.ts'
import { bodySchema, fieldSchemas, type JsonSchema, sentSchema } from './jsonSchema.ts'

const introduction = `Every call of the portal. Calls that are not for everybody need the bearer token that \`authentication.login\`
answers with. A failure is a code, perhaps a field, and a request id that finds the line in the server's log.

Limited, and answered with 429 where the limit is reached: wrong passwords and codes, requests for mails and SMS, registrations, wrong
warranty codes, and uploads of purchase proofs.

A field that is not named here is refused with \`request.invalid\`. Later versions may add fields to answers.`

export function describeContract(contract: Contract, basePath: string, title: string) {
  const calls = Object.entries(contract).flatMap(([entity, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ entity, name, endpoint })),
  )
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { entity, name, endpoint } of calls) {
    const atPath = (paths[endpoint.path] ??= {})
    atPath[endpoint.method.toLowerCase()] = operation(entity, name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title, version: ownVersion ?? 'unknown', description: introduction },
    servers: [{ url: basePath }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: errorResponses(),
      headers: {
        requestId: { description: 'The id of the request, also in the log.', schema: { type: 'string', format: 'uuid' } },
        retryAfter: { description: 'Seconds.', schema: { type: 'integer', minimum: 0 } },
        entityTag: { description: 'Identifies this content.', schema: { type: 'string' } },
      },
      parameters: {
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'The same request sent again with the same key counts once, for 24 hours, and gets the first answer.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
        },
        range: { name: 'Range', in: 'header', description: 'One range of bytes, of a stored file.', schema: { type: 'string' } },
        ifNoneMatch: { name: 'If-None-Match', in: 'header', description: 'An earlier `ETag`.', schema: { type: 'string' } },
      },
    },
  }
}

function operation(entity: string, name: string, endpoint: Endpoint) {
  const { audience, params, query, request, isIdempotentByKey, isReadOnly, openBefore, effects } = endpoint
  const parameters = [
    ...(params === undefined ? [] : parametersOf('path', fieldSchemas(params))),
    ...(query === undefined ? [] : parametersOf('query', fieldSchemas(query))),
    ...(isIdempotentByKey ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ...headersOf(endpoint),
  ]
  const mayBeViewed = isReadOnly ? ' Only reads: open to an administrator who views the portal as a customer of this audience.' : ''
  return {
    operationId: `${entity}.${name}`,
    tags: [entity],
    summary: name,
    description: `${audienceInWords(audience)}${mayBeViewed}${openBefore === undefined ? '' : openWords[openBefore]}${proofInWords(effects)}`,
    // One of these: with any of the roles.
    security: audience === 'anyone' ? [] : audience.map((role) => ({ bearer: [role] })),
    ...(parameters.length > 0 && { parameters }),
    ...(request !== undefined && { requestBody: requestBody(endpoint, bodySchema(request)) }),
    responses: {
      ...answers(endpoint),
      ...Object.fromEntries(errorStatuses(endpoint).map((status) => [status, { $ref: `#/components/responses/error${status}` }])),
    },
  }
}

function proofInWords(effects: Effects | undefined): string {
  if (effects === undefined) return ''
  const when = Object.values(effects).includes(always) ? 'Wants' : 'Depending on what it changes, wants'
  return ` ${when} fresh proof of who calls (\`session.prove\`): \`proof.required.error\` without.`
}

const openWords = {
  factor: ' Open to staff who have not yet added their second factor.',
  password: ' Open to somebody who has not yet replaced a password that staff have set, or not yet added a second factor.',
}

function audienceInWords(audience: Audience): string {
  return audience === 'anyone' ? 'For everybody, signed in or not.' : `For ${audience.join(', ')}.`
}

function parametersOf(place: 'path' | 'query', fields: ReturnType<typeof fieldSchemas>) {
  return [...fields].map(([name, { schema, isRequired }]) => ({ name, in: place, required: place === 'path' || isRequired, schema }))
}

function headersOf({ response }: Endpoint) {
  if (response.kind === 'fileAnswer') return [{ $ref: '#/components/parameters/range' }, { $ref: '#/components/parameters/ifNoneMatch' }]
  return response.kind === 'textAnswer' ? [{ $ref: '#/components/parameters/ifNoneMatch' }] : []
}

function requestBody({ body, maxBytes = jsonMaxBytes }: Endpoint, schema: JsonSchema) {
  const mediaTypes = {
    none: [],
    json: ['application/json'],
    // The first is what the portal's own client sends.
    form: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    multipart: ['multipart/form-data'],
  }[body]
  return {
    description: `At most ${maxBytes} bytes.`,
    required: true,
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])),
  }
}

function answers({ response }: Endpoint) {
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/requestId' } }
  const withTag = { ...headers, ETag: { $ref: '#/components/headers/entityTag' } }
  const unchanged = { 304: { description: 'The client has it already.', headers: withTag } }
  if (response.kind === 'fileAnswer') {
    // The media type is the file's own.
    const content = { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } }
    return {
      200: { description: 'The file.', headers: withTag, content },
      206: { description: 'The range of the file.', headers: withTag, content },
      ...unchanged,
      416: { description: 'The range is outside of the file.', headers: withTag },
    }
  }
  if (response.kind === 'textAnswer') {
    const content = {
      'application/json': { schema: sentSchema(response.schema) },
      'application/geo+json': { schema: sentSchema(response.schema) },
    }
    return { 200: { description: 'The answer.', headers, content }, ...unchanged }
  }
  return { 200: { description: 'The answer.', headers, content: { 'application/json': { schema: sentSchema(response) } } } }
}
