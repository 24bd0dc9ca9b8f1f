/**
 * A server from before releases, for a page that is newer: in front of today's server, it refuses the calls and fields that it did not know, as
 * that one refused them, and leaves out of answers what that one left out.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { basePath } from '../../src/contract/basePath.ts'
import { callsBeforeReleases } from './callsBeforeReleases.ts'
import { freePort } from './freePort.ts'

type Refusal = { readonly status: number; readonly message: string; readonly invalidField?: string }

const calls = Object.entries(callsBeforeReleases).map(([call, fields]) => {
  const [method = '', path = ''] = call.split(' ')
  return { method, path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`), fields: new Set(fields.split(' ')) }
})
/** A literal path comes before one with a variable. */
const literalFirst = calls.toSorted((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))

/** By the beginning of the path, what answers have had since. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  '/firmware': ['releaseId', 'state', 'release'],
  '/userProduct': ['recall'],
}

/** `refused`: each call that was refused, with the field if it was one. */
export async function startServerBeforeReleases(newer: string) {
  const refused: string[] = []
  let isUpgraded = false
  const server = createServer((asked, response) => void answer(asked, response).catch(() => response.destroy()))
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(asked)
    const refusal = isUpgraded ? null : refusalOf(asked, body)
    if (refusal === null) return forward(asked, body, response)
    const { status, ...told } = refusal
    refused.push([asked.method, asked.url?.split('?')[0], told.invalidField].filter(Boolean).join(' '))
    const requestId = crypto.randomUUID()
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': requestId })
    response.end(JSON.stringify({ ...told, requestId }))
  }

  async function forward({ method, url: path = '', headers }: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    // It knew nothing of builds and refused no unusual file, as today's server refuses none of a program. Its answers are read here.
    const { 'fieldport-build': pageBuild, 'user-agent': _, 'accept-encoding': __, ...known } = headers
    const asked = { method, headers: { ...known, ...(isUpgraded && pageBuild !== undefined && { 'fieldport-build': pageBuild }) } }
    const [answered]: IncomingMessage[] = await once(request(newer + path, asked).end(body), 'response')
    if (answered === undefined) throw new Error(`no answer to ${path}`)
    const bytes = await buffer(answered)
    const { 'content-length': ___, 'transfer-encoding': ____, 'fieldport-build': build, ...others } = answered.headers
    response.writeHead(answered.statusCode ?? 500, { ...others, ...(isUpgraded && build !== undefined && { 'Fieldport-Build': build }) })
    const isJson = answered.headers['content-type']?.startsWith('application/json') === true
    const [, fields = []] = Object.entries(leftOut).find(([start]) => path.startsWith(basePath + start)) ?? []
    response.end(isJson && !isUpgraded && fields.length > 0 ? withoutFields(bytes.toString(), fields) : bytes)
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** From now on it is today's server. */
    upgrade: () => void (isUpgraded = true),
    refused: (): readonly string[] => refused,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function refusalOf({ method, url = '', headers }: IncomingMessage, body: Buffer): Refusal | null {
  const { pathname, searchParams } = new URL(url, 'http://portal.test')
  if (!pathname.startsWith(`${basePath}/`)) return null
  const path = pathname.slice(basePath.length)
  const call = literalFirst.find((one) => one.method === method && one.pattern.test(path))
  if (call === undefined) return { status: 404, message: 'resource.not.found' }
  const isNoId = call.path.endsWith('{id}') && !/\/\d+$/.test(path)
  if (isNoId) return { status: 400, message: 'request.invalid' }
  const unknown = [...searchParams.keys(), ...fieldsOf(headers['content-type'] ?? '', body)].find((field) => !call.fields.has(field))
  return unknown === undefined ? null : { status: 400, message: 'request.invalid', invalidField: unknown }
}

function fieldsOf(contentType: string, body: Buffer): readonly string[] {
  if (contentType.startsWith('application/json')) return Object.keys(JSON.parse(body.toString()))
  if (contentType.startsWith('application/x-www-form-urlencoded')) return [...new URLSearchParams(body.toString()).keys()]
  return [...body.toString('latin1').matchAll(/\r\nContent-Disposition: form-data; name="([^"]+)"/gi)].flatMap(([, name]) => name ?? [])
}

function withoutFields(json: string, fields: readonly string[]): string {
  return JSON.stringify(JSON.parse(json), (key, value: unknown) => (fields.includes(key) ? undefined : value))
}
