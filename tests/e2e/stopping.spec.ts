/** A server process that is asked to stop while a proxy still sends requests. */
import { expect, test } from 'playwright/test'
import { head, openConnection } from '../support/rawConnection.ts'
import { startJourneyServer } from './journeyServer.ts'

test('a stopping server is not ready at once, answers old and new connections, asks them to close, and exits on a second signal', async () => {
  const server = await startJourneyServer({ DRAIN_SECONDS: '3600' })
  try {
    const port = Number(new URL(server.url).port)
    const old = await openConnection(port)
    await old.send(head('GET', '/readyz'))
    expect(await old.received(/"isReady":true}$/)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: keep-alive\r\n/i)

    server.signal('SIGTERM')
    await expect.poll(() => server.output()).toContain('Stopping. For 3600 s all is still answered')
    await old.send(head('GET', '/readyz'))
    expect(await old.received(/requestId":"[^"]+"}$/)).toMatch(/HTTP\/1\.1 503 [^]*\r\nConnection: close\r\n/i)
    await old.close()

    const fresh = await openConnection(port)
    await fresh.send(head('GET', '/livez'))
    expect(await fresh.received(/"isAlive":true,[^]*}$/)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/i)
    await fresh.close()
    expect(server.isRunning()).toBe(true)

    // Later than the time in which a second signal counts as npm's echo of the first.
    await expect(async () => {
      server.signal('SIGTERM')
      expect(server.isRunning()).toBe(false)
    }).toPass()
  } finally {
    await server.dispose()
  }
})
