import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import { Hono } from 'hono'
import { afterEach, expect, it, vi } from 'vitest'
import { head, openConnection } from '../../../../tests/support/rawConnection.ts'
import { listen } from './listen.ts'

async function takenPort() {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, free: () => new Promise((resolve) => holder.close(resolve)) }
}

let finishOne: (() => Promise<void>) | undefined
afterEach(() => finishOne?.())

/** `/slow` responds when `work` allows it, `/echo` with what it received, `/stream/…` in two parts, everything else at once. */
async function start() {
  const { port, free } = await takenPort()
  await free()
  const work = new EventEmitter()
  const seen: string[] = []
  const app = new Hono()
  app.use(async (c, next) => {
    seen.push(c.req.path)
    work.emit(c.req.path)
    await next()
  })
  app.get('/slow', async (c) => {
    await once(work, 'answer')
    return c.text('slow')
  })
  app.post('/echo', async (c) => c.text(await c.req.text()))
  app.get('/stream/:name', (c) =>
    c.body(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('first part'))
          await once(work, `answer${c.req.path}`)
          controller.enqueue(new TextEncoder().encode('last part'))
          controller.close()
        },
      }),
    ),
  )
  app.all('*', (c) => c.text('quick'))
  const { finish } = await listen(app, { host: '127.0.0.1', port, drainSeconds: 0 })
  finishOne = finish
  const stop = () => {
    finishOne = undefined
    return finish()
  }
  return { port, work, seen, stop, arrived: (path: string) => once(work, path) }
}

it('reports in one line that the port is in use', async () => {
  const { port, free } = await takenPort()
  await expect(listen(new Hono(), { host: '127.0.0.1', port, drainSeconds: 0 })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`)
  await free()
})

it('finishes a running request before it stops, and accepts no more', async () => {
  const { port, work, stop, arrived } = await start()
  const isSlow = arrived('/slow')
  const slow = fetch(`http://127.0.0.1:${port}/slow`)
  await isSlow
  const finished = stop()
  await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed'), { timeout: 10_000 })
  work.emit('answer')
  await expect(slow.then((response) => response.text())).resolves.toBe('slow')
  await finished
})

it('responds to a request whose body was half received when stopping began', async () => {
  const { port, stop, arrived } = await start()
  const connection = await openConnection(port)
  const isThere = arrived('/echo')
  await connection.send(`${head('POST', '/echo', 'Content-Length: 10')}first`)
  await isThere
  const finished = stop()
  await connection.send(' half')
  const answer = await connection.received(/first half$/)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/\r\nConnection: close\r\n/i)
  await connection.ended
  await connection.close()
  await finished
})

it('responds to a request whose headers were half received when stopping began', async () => {
  const { port, stop } = await start()
  const other = await openConnection(port)
  const connection = await openConnection(port)
  const [first, ...rest] = head('GET', '/', 'Accept: text/plain').split('Accept')
  await connection.send(first ?? '')
  // Its response shows that the half header was read as well.
  await other.send(head('GET', '/'))
  await other.received(/quick$/)
  const finished = stop()
  // Closed, like every connection without a request: the half request has outlived their time limit.
  await other.ended
  await connection.send(`Accept${rest.join('Accept')}`)
  expect(await connection.received(/quick$/)).toMatch(/\r\nConnection: close\r\n/i)
  await Promise.all([other.close(), connection.close(), finished])
})

it('responds on open connections after stopping began, and tells them to close', async () => {
  const { port, stop } = await start()
  const connection = await openConnection(port)
  await connection.send(head('GET', '/'))
  expect(await connection.received(/quick$/)).toMatch(/\r\nConnection: keep-alive\r\n/i)
  const finished = stop()
  await connection.send(head('GET', '/'))
  expect(await connection.received(/quick[^]*quick$/)).toMatch(/quickHTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/i)
  await connection.ended
  await connection.close()
  await finished
})

it('responds to a connection that had sent nothing when stopping began', async () => {
  const { port, stop } = await start()
  const connection = await openConnection(port)
  const finished = stop()
  await connection.send(head('GET', '/'))
  expect(await connection.received(/quick$/)).toMatch(/\r\nConnection: close\r\n/i)
  await Promise.all([connection.close(), finished])
})

it('responds to all pipelined requests and closes with the last response', async () => {
  const { port, work, stop, arrived } = await start()
  const connection = await openConnection(port)
  const isThere = arrived('/last')
  await connection.send(head('GET', '/slow') + head('GET', '/between') + head('GET', '/last'))
  await isThere
  const finished = stop()
  work.emit('answer')
  const answers = await connection.received(/slow[^]*quick[^]*quick$/)
  expect(answers.match(/\r\nConnection: [-a-z]+/gi)?.map((line) => line.slice(14))).toEqual(['keep-alive', 'keep-alive', 'close'])
  await Promise.all([connection.close(), finished])
})

it('ignores a request that arrives after the connection was told to close', async () => {
  const { port, work, seen, stop } = await start()
  const other = await openConnection(port)
  await other.send(head('GET', '/'))
  await other.received(/quick$/)
  const connection = await openConnection(port)
  await connection.send(head('GET', '/one'))
  await connection.received(/quick$/)
  const finished = stop()
  await connection.send(head('GET', '/stream/one'))
  await connection.received(/\r\nConnection: close\r\n[^]*first part/i)
  await connection.send(head('POST', '/too-late', 'Content-Length: 0'))
  // Sent later and answered, so the earlier bytes have been read.
  await other.send(head('GET', '/'))
  await other.received(/quick[^]*quick$/)
  work.emit('answer/stream/one')
  await connection.received(/last part/)
  await Promise.all([connection.close(), other.close(), finished])
  expect(seen).toEqual(['/', '/one', '/stream/one', '/'])
})

it('finishes a download that pauses for longer than idle connections are kept', async () => {
  const { port, work, stop } = await start()
  const other = await openConnection(port)
  const connection = await openConnection(port)
  await other.send(head('GET', '/stream/short'))
  await other.received(/\r\nConnection: keep-alive\r\n[^]*first part/i)
  const finished = stop()
  await connection.send(head('GET', '/stream/long'))
  await connection.received(/\r\nConnection: close\r\n[^]*first part/i)
  work.emit('answer/stream/short')
  // Idle since then and closed; the download has paused for longer.
  await other.ended
  work.emit('answer/stream/long')
  expect(await connection.received(/last part/)).toMatch(/first part[^]*last part/)
  await Promise.all([other.close(), connection.close(), finished])
})

it('does not wait for idle connections', async () => {
  const { port, stop } = await start()
  const unused = await openConnection(port)
  const used = await openConnection(port)
  await used.send(head('GET', '/'))
  await used.received(/quick$/)
  const finished = stop()
  await Promise.all([unused.ended, used.ended])
  expect(await unused.close()).toBe('')
  expect(await used.close()).toMatch(/quick$/)
  await finished
})
