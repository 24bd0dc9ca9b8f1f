// @module-tag rest
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import { basePath } from '../../src/contract/contract.ts'
import { dueWork, outgoingMessages, users } from '../../src/server/db/tables.ts'
import { createMetrics } from '../../src/server/metrics/createMetrics.ts'
import { serveMetrics } from '../../src/server/metrics/serveMetrics.ts'
import { serverOnPostgres } from '../support/servers.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

/** Lines of Prometheus' text format, by name and labels. */
function valuesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

serverOnPostgres((server) => {
  function measuredApp(pool?: () => { total: number; idle: number; waiting: number }) {
    const metrics = createMetrics(server.context, pool)
    const app = createApp(server.context, undefined, [metrics.listener])
    const environment = { incoming: { socket: { remoteAddress: '10.1.2.3' } } }
    return { metrics, ask: (path: string, init?: RequestInit) => app.request(path, init, environment) }
  }

  describe('figures for Prometheus', () => {
    it('count and time answers by call, never by address', async () => {
      const { metrics, ask } = measuredApp()
      await ask(`${basePath}/configuration`)
      await ask(`${basePath}/product/17`)
      await ask(`${basePath}/product/18`)
      await ask('/wp-admin/ada@example.com', { method: 'PROPFIND' })
      const text = await metrics.read()
      const values = valuesOf(text)
      expect(values.get('fieldport_http_requests_total{call="configuration.get",method="GET",status="2xx"}')).toBe(1)
      expect(values.get('fieldport_http_requests_total{call="product.get",method="GET",status="4xx"}')).toBe(2)
      expect(values.get('fieldport_http_requests_total{call="none",method="other",status="4xx"}')).toBe(1)
      expect(values.get('fieldport_http_request_duration_seconds_count{call="product.get"}')).toBe(2)
      expect(values.get('fieldport_http_requests_in_flight')).toBe(0)
      expect(values.has('process_resident_memory_bytes')).toBe(true)
      expect(text).not.toMatch(/wp-admin|ada@|\/17/)
    })

    it('tell what waits in the outbox, at most every ten seconds', async () => {
      const { metrics } = measuredApp()
      const [user] = await server.context.db.select().from(users).limit(1)
      const userId = user?.id ?? (await server.join()).userId
      const now = server.context.clock()
      const message = { template: 'validateAccount', userId, uselessAt: new Date(now.getTime() + 3_600_000), dueAt: now } as const
      const add = () => server.context.db.insert(outgoingMessages).values({ ...message, createdAt: new Date(now.getTime() - 90_000) })
      await add()
      const first = valuesOf(await metrics.read())
      expect(first.get('fieldport_outbox_messages')).toBe(1)
      expect(first.get('fieldport_outbox_oldest_message_seconds')).toBeCloseTo(90)
      await add()
      expect(valuesOf(await metrics.read()).get('fieldport_outbox_messages')).toBe(1)
      server.pass(10_000)
      expect(valuesOf(await metrics.read()).get('fieldport_outbox_messages')).toBe(2)
    })

    it('tell how the updates of a day ended, and how the pool of connections does', async () => {
      const { metrics } = measuredApp(() => ({ total: 7, idle: 4, waiting: 2 }))
      const values = valuesOf(await metrics.read())
      expect(values.get('fieldport_database_connections{state="used"}')).toBe(3)
      expect(values.get('fieldport_database_connections{state="idle"}')).toBe(4)
      expect(values.get('fieldport_database_waiting_requests')).toBe(2)
      const outcomes = ['success', 'DECONNECTION_ERROR', 'REPROGRAMMATION_ERROR', 'REBOOT_ERROR', 'unreported']
      for (const outcome of outcomes) expect(values.get(`fieldport_product_updates_last_day{outcome="${outcome}"}`)).toBe(0)
    })

    it('tell what work is late, and what fails, by kind', async () => {
      const { db } = server.context
      const claimed = { claimedBy: crypto.randomUUID(), claimedUntil: ago(-60) }
      await db.insert(dueWork).values([
        { kind: 'cleanUp', key: 'late', dueAt: ago(600), lastError: 'a reason' },
        { kind: 'cleanUp', key: 'late too', dueAt: ago(90) },
        { kind: 'cleanUp', key: 'due', dueAt: ago(10) },
        { kind: 'sealLog', dueAt: ago(6000), ...claimed },
        { kind: 'makeBackup', dueAt: ago(60_000) },
      ])
      const config = { ...server.context.config, isDemo: false }
      const values = valuesOf(await createMetrics({ ...server.context, config }).read())
      expect(values.get('fieldport_due_work_late{kind="cleanUp"}')).toBe(2)
      expect(values.get('fieldport_due_work_failing{kind="cleanUp"}')).toBe(1)
      expect(values.get('fieldport_due_work_late{kind="sealLog"}')).toBe(0)
      expect(values.get('fieldport_due_work_late{kind="raiseAlerts"}')).toBe(0)
      // This server makes none.
      expect(values.has('fieldport_due_work_late{kind="makeBackup"}')).toBe(false)
      const oldest = values.get('fieldport_due_work_oldest_late_seconds')
      expect(oldest).toBeGreaterThanOrEqual(600)
      expect(oldest).toBeLessThan(6000)
    })

    it('have a port of their own, which closes', async () => {
      const { metrics, ask } = measuredApp()
      expect((await ask('/metrics')).status).toBe(404)
      expect((await ask(`${basePath}/metrics`)).status).toBe(404)
      const listening = await serveMetrics({ host: '127.0.0.1', port: 0 }, metrics)
      const response = await fetch(listening.url)
      expect(response.headers.get('content-type')).toContain('text/plain')
      expect(await response.text()).toContain('# TYPE fieldport_http_requests_total counter')
      expect((await fetch(new URL('/', listening.url))).status).toBe(404)
      await listening.close()
      await expect(fetch(listening.url)).rejects.toThrow('fetch failed')
    })
  })
})
