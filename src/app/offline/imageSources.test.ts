import { describe, expect, it } from 'vitest'
import { contentOf, sha256Of } from '../../../tests/support/contents.ts'
import { imageLine } from '../../../tests/support/imageLine.ts'
import { memoryCaches } from '../../../tests/support/memoryCaches.ts'
import { memoryFirmware } from '../../../tests/support/memoryFirmware.ts'

const bytes = contentOf(10_000)
const file = { id: 9, sizeBytes: bytes.length, sha256: sha256Of(bytes) }
const elsewhere = `https://firmware.example.com/backend/image/${file.sha256}`
const signed = `https://s3.example.com/bucket/files/${file.sha256}?X-Amz-Signature=1`

function openPage() {
  const line = imageLine(bytes)
  const { files, store } = memoryFirmware({
    api: line.api,
    caches: memoryCaches(),
    send: line.send,
    owner: () => ({ id: 7, username: 'ada' }),
  })
  const get = () => files.get({ file, signal: new AbortController().signal }, () => {})
  return { line, store, get }
}

const policy = () => {
  throw new TypeError('Refused to connect')
}

describe.each([
  ['the portal', `/backend/image/${file.sha256}`],
  ['a cache in front of the portal', elsewhere],
  ['a bucket', signed],
])('an image of %s', (_, address) => {
  it('is fetched without anything of the person, and goes on after a break', async () => {
    const { line, get, store } = openPage()
    line.address = address
    line.breaksAfter = [3_000, Number.POSITIVE_INFINITY]
    expect(await get()).toEqual(bytes)
    expect(line.asked).toEqual(['where', 'address', 'address bytes=3000-'])
    const { last } = line
    expect([last?.credentials, last?.referrerPolicy, last?.cache]).toEqual(['omit', 'no-referrer', 'no-store'])
    // What another origin would have to allow first is not sent there.
    const names = address.startsWith('/') ? ['if-range', 'range'] : ['range']
    expect([...(last?.headers.keys() ?? [])].toSorted()).toEqual(names)
    expect(await store.list(7)).toMatchObject([{ sha256: file.sha256 }])
  })

  it.each([
    ['is refused', () => new Response('gone', { status: 404 })],
    ['has expired', () => new Response('<Error/>', { status: 403 })],
    ['is out of reach for the page’s policy', policy],
    ['holds other bytes', () => new Response(bytes.with(5_000, 0))],
    ['holds fewer bytes', () => new Response(bytes.slice(0, 100))],
    ['holds more bytes', () => new Response(contentOf(10_001))],
    ['is a page', () => new Response('<!doctype html>')],
  ])('comes by the call where it %s', async (_reason, answer) => {
    const { line, get, store } = openPage()
    line.address = address
    line.addressAnswer = answer
    expect(await get()).toEqual(bytes)
    expect(line.asked.at(-1)).toMatch(/^call/)
    expect(await store.list(7)).toMatchObject([{ sha256: file.sha256 }])
  })
})

it('comes by the call where it has no address', async () => {
  const { line, get } = openPage()
  line.address = null
  expect(await get()).toEqual(bytes)
  expect(line.asked).toEqual(['where', 'call'])
})

it('an origin that sends nothing is not asked again in this visit, but one that merely has no network is', async () => {
  const { line, get, store } = openPage()
  line.address = elsewhere
  line.addressAnswer = policy
  await get()
  await store.forget(7)
  line.asked = []
  await get()
  expect(line.asked).toEqual(['where', 'call'])

  const other = openPage()
  other.line.address = elsewhere
  other.line.breaksAfter = [-1]
  await expect(other.get()).rejects.toThrow('network.offline.error')
  other.line.breaksAfter = [Number.POSITIVE_INFINITY]
  other.line.asked = []
  await other.get()
  expect(other.line.asked).toEqual(['where', 'address'])
})
