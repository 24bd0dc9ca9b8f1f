/** A server with one image, on a line that breaks: by its public address, and by the call with the person's token. Supports ranges. */
import { type Api, createApi } from '../../src/app/api/createApi.ts'
import { sha256Of } from './contents.ts'
import { namedAnswer } from './namedAnswer.ts'

export type ImageLine = {
  readonly api: Pick<Api, 'file'>
  /** For what is asked by address. */
  readonly send: (request: Request) => Promise<Response>
  /** What the server names as the address. */
  address: string | null
  /** What it sends instead of the image by its address: a refusal, or other bytes. */
  addressAnswer: (() => Response) | null
  /** How many bytes come before the connection breaks, for each download in turn; less than none: not even an answer. The last applies to all further. */
  breaksAfter: number[]
  served: Uint8Array<ArrayBuffer>
  isGone: boolean
  /** `where` for the question after the address, `address` and `call` for downloads, with their range. */
  asked: string[]
  /** The last request by address. */
  last: Request | null
}

export function imageLine(bytes: Uint8Array<ArrayBuffer>): ImageLine {
  const line: ImageLine = {
    api: createApi({
      fetch: (input, init) => answer(new Request(input, init)),
      session: {
        read: () => ({ username: 'ada@example.com', roles: ['ROLE_CUSTOMER'], id: 7, access_token: 'a', refresh_token: 'r', locale: 'en' }),
        write: () => {},
        end: () => {},
      },
      baseUrl: 'http://portal.test/backend',
    }),
    send: (request) => answer(request),
    address: `/backend/image/${sha256Of(bytes)}`,
    addressAnswer: null,
    breaksAfter: [Number.POSITIVE_INFINITY],
    served: bytes,
    isGone: false,
    asked: [],
    last: null,
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/backend/file/getImageAddress') {
      line.asked.push('where')
      if (line.isGone) throw new TypeError('Failed to fetch')
      return namedAnswer(Response.json({ url: line.address }))
    }
    const isCall = pathname === '/backend/file/showFileFromWeb'
    const range = request.headers.get('range')
    line.asked.push([isCall ? 'call' : 'address', ...(range === null ? [] : [range])].join(' '))
    if (line.isGone) throw new TypeError('Failed to fetch')
    if (!isCall) {
      line.last = request
      if (line.addressAnswer !== null) return line.addressAnswer()
    }
    return sendFrom(Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0))
  }

  function sendFrom(from: number): Response {
    const most = (line.breaksAfter.length > 1 ? line.breaksAfter.shift() : line.breaksAfter[0]) ?? 0
    if (most < 0) throw new TypeError('Failed to fetch')
    const rest = line.served.slice(from)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= most) return controller.error(new TypeError('network error'))
        if (sent >= rest.length) return controller.close()
        const piece = rest.slice(sent, Math.min(sent + 1_000, most))
        sent += piece.length
        controller.enqueue(piece)
      },
    })
    return namedAnswer(new Response(body, { status: from === 0 ? 200 : 206 }))
  }
  return line
}
