import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { listen } from './listen.ts'

async function takenPort() {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, free: () => new Promise((resolve) => holder.close(resolve)) }
}

it('says in one line that the port is taken', async () => {
  const { port, free } = await takenPort()
  await expect(listen(new Hono(), { host: '127.0.0.1', port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`)
  await free()
})

it('lets a request in flight end before it stops, and takes no more', async () => {
  const { port, free } = await takenPort()
  await free()
  const request = new EventEmitter()
  const arrived = once(request, 'arrived')
  const app = new Hono().get('/slow', async (c) => {
    request.emit('arrived')
    await once(request, 'answer')
    return c.text('whole')
  })
  const { finish } = await listen(app, { host: '127.0.0.1', port })
  const slow = fetch(`http://127.0.0.1:${port}/slow`)
  await arrived
  const finished = finish()
  await expect(fetch(`http://127.0.0.1:${port}/slow`)).rejects.toThrow('fetch failed')
  request.emit('answer')
  await expect(slow.then((response) => response.text())).resolves.toBe('whole')
  await finished
})
