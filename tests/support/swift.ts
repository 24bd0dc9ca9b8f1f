/**
 * A temporary S3 server: OpenStack Swift from Debian's packages, with its S3 interface, one copy of everything and no memcached. Knows no
 * files of ours.
 */
import { spawn, execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { answers } from './builtServer.ts'
import { freePort } from './freePort.ts'

const run = promisify(execFile)
const storageServers = ['account', 'container', 'object'] as const
const credentials = { accessKeyId: 'fieldport:files', secretAccessKey: 'a-secret-of-the-tests' }
const region = 'us-east-1'

export type Swift = {
  readonly endpoint: string
  /** Like a power cut: all of its processes end at once. What was stored stays. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** Kills it and removes its folder. */
  readonly dispose: () => Promise<void>
}

export type BucketEnvironment = Record<'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>

/** Makes an empty bucket and returns the variables that name it. */
export async function createBucket(endpoint: string): Promise<BucketEnvironment> {
  const name = `files-${crypto.randomUUID()}`
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: name }))
  client.destroy()
  return {
    S3_BUCKET: name,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
}

export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-swift-'))
  const proxyPort = await freePort()
  const endpoint = `http://127.0.0.1:${proxyPort}`
  const ports = [proxyPort]
  const children: ChildProcess[] = []

  await mkdir(join(folder, 'disks/disk'), { recursive: true })
  await writeFile(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n')
  for (const name of storageServers) {
    const port = await freePort()
    ports.push(port)
    await writeFile(join(folder, `${name}-server.conf`), storageConfiguration(name, port, folder))
    await makeRing(name, port, folder)
  }
  await writeFile(join(folder, 'proxy-server.conf'), proxyConfiguration(proxyPort, folder))

  async function start(): Promise<void> {
    for (const name of [...storageServers, 'proxy']) {
      const child = spawn(`swift-${name}-server`, [join(folder, `${name}-server.conf`)], { stdio: 'ignore' })
      await once(child, 'spawn').catch(missing)
      children.push(child)
    }
    await Promise.all(ports.map((port) => answers(`http://127.0.0.1:${port}/healthcheck`)))
  }

  async function kill(): Promise<void> {
    const ended = children.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    })
    await Promise.all(ended)
  }

  await start()
  return {
    endpoint,
    kill,
    start,
    dispose: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One partition power of 4, one copy, on one device. */
async function makeRing(name: string, port: number, folder: string): Promise<void> {
  const builder = join(folder, `${name}.builder`)
  const device = ['--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', String(port), '--device', 'disk', '--weight', '1']
  for (const args of [['create', '4', '1', '0'], ['add', ...device], ['rebalance']])
    await run('swift-ring-builder', [builder, ...args]).catch(missing)
}

function missing(cause: unknown): never {
  throw new Error('This needs Swift: apt-get install swift-proxy swift-account swift-container swift-object.', { cause })
}

/** The waits are those of a busy machine: Swift's own (0.5 s to connect, 1 s until a list is up to date) are made for a fast network. */
const patient = 'conn_timeout = 30\nnode_timeout = 60\ncontainer_update_timeout = 60'

function storageConfiguration(name: string, port: number, folder: string): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'disks')}
mount_check = false
workers = 0
disable_fallocate = true
${patient}

[pipeline:main]
pipeline = healthcheck ${name}-server

[filter:healthcheck]
use = egg:swift#healthcheck

[app:${name}-server]
use = egg:swift#${name}
`
}

/** `tempauth` names a user \`user_ACCOUNT_NAME = PASSWORD GROUP\`; for S3 the key's id is \`ACCOUNT:NAME\`. */
function proxyConfiguration(port: number, folder: string): string {
  const [account, user] = credentials.accessKeyId.split(':')
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
workers = 0

[pipeline:main]
pipeline = catch_errors healthcheck cache s3api tempauth copy slo bulk proxy-server

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:healthcheck]
use = egg:swift#healthcheck

[filter:cache]
use = egg:swift#memcache

[filter:s3api]
use = egg:swift#s3api
location = ${region}

[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${user} = ${credentials.secretAccessKey} .admin

[filter:copy]
use = egg:swift#copy

[filter:slo]
use = egg:swift#slo

[filter:bulk]
use = egg:swift#bulk

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000
${patient}
`
}
