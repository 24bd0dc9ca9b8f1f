/**
 * Checks answers against the OpenAPI document: status, media type and body. A body that is sent while it is read is checked when it has been
 * read, so that a test sees it piece by piece as a client does.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { basePath, contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { describeContract } from '../../src/server/openApi/describeContract.ts'
import { contractCalls } from './contractCalls.ts'

type Responses = Readonly<Record<string, { $ref?: string; content?: Readonly<Record<string, unknown>> }>>

const documentId = 'https://portal.test/openapi.json'
const document = describeContract(contract, basePath, 'Portal')
const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false })
addFormats.default(ajv)
ajv.addSchema({ $id: documentId, ...document })

const calls = contractCalls.map(({ call, endpoint }) => ({
  name: call,
  endpoint,
  pattern: new RegExp(`^${basePath}${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))
const literalFirst = calls.toSorted((one, other) => Number(one.endpoint.path.includes('{')) - Number(other.endpoint.path.includes('{')))

/** Differences of the running test; the API tests' setup reports them after each. */
export const undocumented: string[] = []

/** The call that a request makes, and its name, such as `product.create`; undefined for what is no call. */
export function findCall(request: Request): { readonly name: string; readonly endpoint: Endpoint } | undefined {
  const { pathname } = new URL(request.url)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  return literalFirst.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))
}

/** Gives the answer back, checked or to be checked when it is read. */
export async function checkAnswer(request: Request, response: Response): Promise<Response> {
  const found = findCall(request)
  if (found === undefined) return response
  const { name, endpoint } = found
  const report = (difference: string) => void undocumented.push(`${name} answers ${response.status}: ${difference}`)

  const { responses } = operationOf(endpoint)
  const declared = responses[response.status]
  if (declared === undefined) {
    report('the OpenAPI document has no such status')
    return response
  }
  const pointer =
    declared.$ref?.slice(1) ?? pointerTo('paths', endpoint.path, endpoint.method.toLowerCase(), 'responses', String(response.status))
  const content = declared.content ?? componentOf(declared.$ref)?.content
  if (content === undefined || request.method === 'HEAD') return response
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const documented = Object.keys(content).find((type) => type === mediaType || type === '*/*')
  if (documented === undefined) {
    report(`the media type is "${mediaType}"`)
    return response
  }
  if (documented === '*/*') return response
  const validate = validatorOf(`${pointer}${pointerTo('content', documented, 'schema')}`)
  const check = (text: string) => {
    const difference = differenceOf(validate, text)
    if (difference !== undefined) report(difference)
  }
  if (response.ok && isSentWhileRead(endpoint)) return checkedWhenRead(response, check)
  check(await response.clone().text())
  return response
}

function operationOf({ path, method }: Endpoint): { responses: Responses } {
  // The document's paths are built from the contract's.
  return document.paths[path]?.[method.toLowerCase()] as { responses: Responses }
}

function componentOf(ref = ''): { content?: Readonly<Record<string, unknown>> } | undefined {
  return document.components.responses[ref.split('/').at(-1) ?? '']
}

function pointerTo(...keys: string[]): string {
  return keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
}

function validatorOf(pointer: string): ValidateFunction {
  const validate = ajv.getSchema(`${documentId}#${pointer}`)
  if (validate === undefined) throw new Error(`the OpenAPI document has no schema at ${pointer}`)
  return validate
}

function differenceOf(validate: ValidateFunction, text: string): string | undefined {
  try {
    if (validate(JSON.parse(text))) return undefined
    return `${ajv.errorsText(validate.errors, { dataVar: 'the body' })}: ${text.slice(0, 300)}`
  } catch (error) {
    return `${String(error)}: ${text.slice(0, 300)}`
  }
}

function isSentWhileRead({ response }: Endpoint): boolean {
  return response.kind === 'textAnswer' || ('entries' in response && 'totalRows' in Object(response.entries))
}

/** As lazy as the body itself. One that is cut off or cancelled is not checked. */
function checkedWhenRead(response: Response, check: (text: string) => void): Response {
  if (response.body === null) return response
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) {
          check(text)
          controller.close()
          return
        }
        text += decoder.decode(value, { stream: true })
        controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: response.status, headers: response.headers })
}
