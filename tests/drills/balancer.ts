/** Caddy as an operator sets it up in front of servers (docs/operating.md, Several servers), and HAProxy in front of two PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { answers } from '../support/builtServer.ts'
import { freePort } from '../support/freePort.ts'

type Started = { readonly stop: () => Promise<void> }

export async function startCaddy(about: { port: number; upstreams: readonly string[]; keepAliveSeconds: number }): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-caddy-'))
  const file = join(folder, 'Caddyfile')
  await writeFile(file, caddyfile(about))
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, HOME: folder },
  })
  await began(child, 'caddy')
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('caddy refused its configuration')))
  ended.catch(() => undefined)
  await Promise.race([ended, answers(`http://127.0.0.1:${about.port}/readyz`)])
  return stopper(child, folder)
}

function caddyfile({ port, upstreams, keepAliveSeconds }: Parameters<typeof startCaddy>[0]): string {
  return `
{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  bind 127.0.0.1
  reverse_proxy ${upstreams.map((address) => new URL(address).host).join(' ')} {
    trusted_proxies 127.0.0.1/32
    lb_policy round_robin
    lb_try_duration 5s
    health_uri /readyz
    health_interval 1s
    health_timeout 2s
    transport http {
      keepalive ${keepAliveSeconds}s
    }
  }
}
`
}

/** Leads to the one that is no standby, whichever that is. Returns its port. */
export async function startHaproxy(ports: readonly number[]): Promise<Started & { readonly port: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-haproxy-'))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, haproxyConfig(port, ports))
  const child = spawn('haproxy', ['-W', '-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
  await began(child, 'haproxy')
  await leadsToPrimary(port)
  return { port, ...stopper(child, folder) }
}

/** It takes both for primaries until it has asked each of them. */
async function leadsToPrimary(port: number): Promise<void> {
  const endsAt = performance.now() + 30_000
  for (let inARow = 0; inARow < 6;) {
    if (performance.now() > endsAt) throw new Error('HAProxy leads to no primary')
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    const answer = await client
      .connect()
      .then(() => client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))
      .catch(() => undefined)
    await client.end().catch(() => undefined)
    inARow = answer?.rows[0]?.standby === false ? inARow + 1 : 0
    await setTimeout(100)
  }
}

/** Message by message what psql would send: user and database `postgres`, one query, the end. */
function haproxyConfig(port: number, ports: readonly number[]): string {
  const startup = message('', `${bytes('\0\x03\0\0')}${text('user\0postgres\0database\0postgres\0\0')}`)
  const query = message('Q', text('select pg_is_in_recovery()\0'))
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen postgresql
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${startup}
  tcp-check expect binary 5a0000000549
  tcp-check send-binary ${query}
  tcp-check expect binary 440000000b00010000000166
  tcp-check send-binary 5800000004
  default-server check inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
${ports.map((one, index) => `  server node${index + 1} 127.0.0.1:${one}`).join('\n')}
`
}

function message(kind: string, body: string): string {
  const length = body.length / 2 + 4
  return `${text(kind)}${length.toString(16).padStart(8, '0')}${body}`
}

function text(written: string): string {
  return Buffer.from(written, 'latin1').toString('hex')
}
const bytes = text

async function began(child: ChildProcess, name: string): Promise<void> {
  await once(child, 'spawn').catch((cause: unknown) => {
    throw new Error(`This needs ${name} on this machine: apt-get install ${name}.`, { cause })
  })
}

function stopper(child: ChildProcess, folder: string): Started {
  return {
    stop: async () => {
      if (child.exitCode === null) {
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        await exit
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
