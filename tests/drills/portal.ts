/** Servers of one portal, its mail server and its proxy. Knows what an operator sets, and no call. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuiltServer, startBuiltServer } from '../support/builtServer.ts'
import { freePort } from '../support/freePort.ts'
import { startNginx } from '../support/nginx.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'
import { startCaddy } from './balancer.ts'

/** By default 60 s and 65 s, which is long to wait for. */
const keepAliveSeconds = 5
const drainSeconds = 7

export type ProxyName = 'caddy' | 'nginx'

export type Portal = {
  readonly url: string
  readonly servers: readonly BuiltServer[]
  readonly smtp: SmtpServer
  readonly dispose: () => Promise<void>
}

type About = {
  readonly databaseUrl: string
  readonly proxy: ProxyName
  /** One server for each: what its environment has besides. */
  readonly servers: readonly Readonly<Record<string, string>>[]
}

/** Where this command's environment names a bucket (S3_…), the servers use that one; else a folder that all of them see. */
export async function startPortal({ databaseUrl, proxy, servers: differences }: About): Promise<Portal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldport-drill-'))
  const [port, smtp] = [await freePort(), await startSmtpServer()]
  const url = `http://127.0.0.1:${port}`
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    SMTP_URL: smtp.url,
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: String(drainSeconds),
    DEMO: 'true',
    LOG_LEVEL: 'error',
  }
  // All at once, on an empty database: one of them applies the migrations.
  const servers = await Promise.all(differences.map((one) => startBuiltServer({ ...environment, ...one })))
  const dispose = async () => {
    await Promise.all(servers.map((server) => server.dispose()))
    await smtp.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const about = { port, upstreams: servers.map((server) => server.url), keepAliveSeconds }
    const running = proxy === 'caddy' ? await startCaddy(about) : await startNginx(about)
    const disposeAll = async () => {
      await running.stop()
      await dispose()
    }
    return { url, servers, smtp, dispose: disposeAll }
  } catch (error) {
    await dispose()
    throw error
  }
}
