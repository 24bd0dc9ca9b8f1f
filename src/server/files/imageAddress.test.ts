import { describe, expect, it } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { findImageAddress, findImageOrigin } from './imageAddress.ts'

const sha256 = 'ab'.repeat(32)
const bucketAt = (origin: string) => ({ presigner: { origin, presign: async (name: string) => `${origin}/files/${name}?signed` } })
const own = `/backend/image/${sha256}`

describe('a released image is fetched', () => {
  it.each([
    ['from the portal where nothing else is', {}, {}, undefined, own],
    ['from the bucket', {}, bucketAt('https://s3.example.com'), 'https://s3.example.com', `https://s3.example.com/files/${sha256}?signed`],
    ['past a bucket that no page with https may connect to', {}, bucketAt('http://bucket:7070'), undefined, own],
    [
      'from a bucket without TLS by a portal without TLS',
      { PUBLIC_URL: 'http://localhost:3000' },
      bucketAt('http://bucket:7070'),
      'http://bucket:7070',
      `http://bucket:7070/files/${sha256}?signed`,
    ],
    [
      'from the cache in front of the portal, whatever bucket is behind it',
      { FIRMWARE_ORIGIN: 'https://firmware.example.com/' },
      bucketAt('https://s3.example.com'),
      'https://firmware.example.com',
      `https://firmware.example.com${own}`,
    ],
  ] as const)('%s', async (_, variables, storage, origin, address) => {
    const places = { config: readConfig({ PUBLIC_URL: 'https://portal.example.com', ...variables }), storage }
    expect([findImageOrigin(places), await findImageAddress(places, sha256)]).toEqual([origin, address])
  })
})
