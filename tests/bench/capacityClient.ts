/** Sends bare requests on kept connections, as cheaply as Node can: the load has the same two cores as the server. */
import { Agent, request } from 'node:http'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { basePath } from '../../src/contract/basePath.ts'

type Answer = { readonly status: number; readonly bytes: Buffer }
export type Send = (
  method: 'GET' | 'POST',
  path: string,
  sent?: { token?: string; form?: Record<string, string>; json?: object },
) => Promise<Answer>

export function createSend(url: string): Send {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true })
  return (method, path, { token, form, json } = {}) => {
    const body = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json)
    const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
    }
    return new Promise((resolve, reject) => {
      const outgoing = request({ agent, hostname, port, method, path: basePath + path, headers }, (incoming) => {
        const pieces: Buffer[] = []
        incoming.on('data', (piece: Buffer) => pieces.push(piece))
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, bytes: Buffer.concat(pieces) }))
        incoming.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
}

/** Throws where the answer is no 200. */
export async function sendJson<T>(...[send, ...asked]: [Send, ...Parameters<Send>]): Promise<T> {
  const { status, bytes } = await send(...asked)
  if (status !== 200) throw new Error(`${status} ${asked[1]}: ${bytes.toString()}`)
  // The caller says what the contract answers.
  return JSON.parse(bytes.toString()) as T
}

export type Tokens = { readonly access_token: string; readonly refresh_token: string }

export function signIn(send: Send, username: string, password = demoPassword): Promise<Tokens> {
  return sendJson<Tokens>(send, 'POST', '/api/login', { json: { username, password } })
}
