import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveBuiltApp } from './serveBuiltApp.ts'

const page = '<!doctype html><title>Portal</title>'
const script = 'export const answer = 42\n'.repeat(200)
const navigation = { headers: { accept: 'text/html,application/xhtml+xml' } }
let parent: string
let app: Hono

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'fieldport-app-'))
  const folder = join(parent, 'app')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets/index-abc123.js'), script)
  await writeFile(join(folder, 'assets/core-abc123.js'), script)
  await writeFile(join(folder, 'assets/core-abc123.js.br'), brotliCompressSync(script))
  await writeFile(join(parent, 'secret.txt'), 'not yours')
  app = new Hono()
  app.get('/backend/known', (c) => c.text('call'))
  serveBuiltApp(app, folder)
})
afterAll(() => rm(parent, { recursive: true, force: true }))

it.each(['/', '/login', '/login/ada@example.com/secret', '/user/show/1', '/productUpdate/index?device=simulated'])(
  'shows the page at %s, asked for again each time',
  async (path) => {
    const response = await app.request(path, navigation)
    expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([200, 'no-cache', page])
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  },
)

it('caches hashed assets forever and revalidates everything else', async () => {
  const asset = await app.request('/assets/index-abc123.js')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(await asset.text()).toBe(script)
  const icon = await app.request('/favicon.svg')
  expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache'])
})

it('sends text compressed to clients that support it', async () => {
  const response = await app.request('/assets/index-abc123.js', { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  const compressed = await response.arrayBuffer()
  expect(compressed.byteLength).toBeLessThan(script.length / 10)
  const opened = new Response(compressed).body?.pipeThrough(new DecompressionStream('gzip'))
  expect(await new Response(opened).text()).toBe(script)
})

it('sends the files that the build has compressed, and the original to clients without support', async () => {
  const browser = await app.request('/assets/core-abc123.js', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
  expect(['content-encoding', 'cache-control', 'vary'].map((name) => browser.headers.get(name))).toEqual([
    'br',
    'public, max-age=31536000, immutable',
    'Accept-Encoding',
  ])
  expect(browser.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(brotliDecompressSync(await browser.arrayBuffer()).toString()).toBe(script)
  expect(await (await app.request('/assets/core-abc123.js')).text()).toBe(script)
})

it('does not serve the page for a missing asset, an image or a call', async () => {
  for (const path of ['/assets/index-old.js', '/backend/unknown', '/backend', '/backend/'])
    expect((await app.request(path, navigation)).status).toBe(404)
  for (const path of ['/picture.png', '/worker.js', '/login']) expect((await app.request(path)).status).toBe(404)
  expect(await (await app.request('/backend/known')).text()).toBe('call')
})

it('serves nothing from outside its folder', async () => {
  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/%00',
  ])
    expect((await app.request(path)).status).toBe(404)
})

it('says what to do if nothing was built', () => {
  expect(() => serveBuiltApp(new Hono(), join(parent, 'nothing'))).toThrow('npm run build')
})
