/** A connection from the browser to a server that a test can break at one point of one call. Knows no call by name. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { freePort } from './freePort.ts'

/** How far the call has got when the connection breaks. */
export type Moment =
  /** The server has received nothing. */
  | 'asked'
  /** Half of the response has been forwarded. */
  | 'half'
  /** The server has handled the call; nothing of the response has been forwarded. */
  | 'answered'
  /** The whole response has been forwarded. */
  | 'over'

export type BreakingLine = {
  /** The server, through the connection. */
  readonly url: string
  /** `METHOD /path` of every call that reached the server, in order. */
  readonly reached: () => readonly string[]
  /** Breaks the connection once, at this point of the next matching call, and then resolves. Nothing is forwarded until `mend`. */
  readonly breakAt: (call: RegExp, moment: Moment) => Promise<void>
  readonly mend: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function openBreakingLine(serverUrl: string): Promise<BreakingLine> {
  const port = await freePort()
  const reached: string[] = []
  let armed: { readonly call: RegExp; readonly moment: Moment; readonly broken: () => void } | null = null

  const line = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  async function mend(): Promise<void> {
    if (line.listening) return
    line.listen(port, '127.0.0.1')
    await once(line, 'listening')
  }

  function breakNow(broken: () => void): void {
    armed = null
    line.close()
    line.closeAllConnections()
    broken()
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const call = `${method} ${url}`
    const at = armed?.call.test(call) === true ? armed : null
    if (at?.moment === 'asked') return breakNow(at.broken)

    const onward = ask(serverUrl + url, { method, headers })
    request.pipe(onward)
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    reached.push(call)
    const body = Buffer.concat(await answer.toArray())
    if (at?.moment === 'answered') return breakNow(at.broken)

    response.writeHead(answer.statusCode ?? 502, answer.headers)
    if (at?.moment === 'half') {
      response.write(body.subarray(0, body.length / 2), () => breakNow(at.broken))
      return
    }
    response.end(body, () => at && breakNow(at.broken))
  }

  await mend()
  return {
    url: `http://127.0.0.1:${port}`,
    reached: () => reached,
    breakAt: (call, moment) =>
      new Promise((broken) => {
        armed = { call, moment, broken }
      }),
    mend,
    close: async () => {
      line.close()
      line.closeAllConnections()
    },
  }
}
