import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteCounter, refusalOf, unusualBeside } from './firmwareFile.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
/** A beginning as firmwares have it: a table of addresses. */
const program = Uint8Array.from({ length: 512 }, (_, index) => (index * 37) % 256)
/** `count` bytes of 0xff in 10,000. */
const factsWith = (count: number) => {
  const counter = byteCounter()
  const bytes = new Uint8Array(10_000)
  bytes.fill(0xff, 0, count)
  counter.add(bytes)
  return counter.unusual()
}

const beside = (sizeBytes: number, ...sizes: number[]) => unusualBeside(sizeBytes, { sizes, sameBytesAs: null })
const size = (value: number) => [{ kind: 'size', value, name: null }]

describe('a file that cannot be a firmware', () => {
  it.each([0, 1, 16])('is empty with %i bytes, which hold no more than the trailer', (sizeBytes) => {
    expect(refusalOf(sizeBytes, program.subarray(0, sizeBytes))).toBe('firmware.file.empty.error')
  })

  it.each([
    'PK\x03\x04',
    '\x1f\x8b',
    'BZh9',
    '7z\xbc\xaf',
    'Rar!',
    '%PDF-1.7',
    '\x89PNG',
    '\xff\xd8\xff',
    'GIF89a',
    '\x7fELF',
    'MZ\x90',
    '\xfd7zXZ',
  ])('begins like an archive, a document, an image or a program: %j', (start) => {
    expect(refusalOf(4_096, Uint8Array.of(...bytesOf(start), ...program))).toBe('firmware.file.archive.error')
  })

  it.each([':10010000214601360121470136007EFE09D21901\r\n', '<!doctype html>\n<title>404</title>', '#!/bin/sh\n\techo flash'])(
    'is text: %j',
    (text) => {
      expect(refusalOf(4_096, bytesOf(text))).toBe('firmware.file.text.error')
    },
  )

  it('is judged as text by its first 512 bytes alone', () => {
    const text = bytesOf('S'.repeat(512))
    expect(refusalOf(4_096, Uint8Array.of(...text, 0))).toBe('firmware.file.text.error')
    expect(refusalOf(4_096, Uint8Array.of(...text.subarray(1), 0))).toBeNull()
  })

  it('is none of these with 17 bytes of a program', () => {
    expect(refusalOf(17, program.subarray(0, 17))).toBeNull()
  })
})

describe('a file of nearly one byte value', () => {
  it('is unusual above 95 %, not at it', () => {
    expect(factsWith(9_500)).toEqual([])
    expect(factsWith(9_501)).toEqual([{ kind: 'oneByte', value: 95, name: null }])
    expect(factsWith(10_000)).toEqual([{ kind: 'oneByte', value: 100, name: null }])
    // The other value.
    expect(factsWith(0)).toEqual([{ kind: 'oneByte', value: 100, name: null }])
  })

  it('never says 100 % of a file that holds another byte', () => {
    expect(factsWith(9_999)).toEqual([{ kind: 'oneByte', value: 99, name: null }])
  })

  it('is nothing without a byte', () => {
    expect(byteCounter().unusual()).toEqual([])
  })

  it('is counted the same in any pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }), (pieces) => {
        const [inPieces, atOnce] = [byteCounter(), byteCounter()]
        for (const piece of pieces) inPieces.add(piece)
        atOnce.add(Uint8Array.from(pieces.flatMap((piece) => [...piece])))
        expect(inPieces.unusual()).toEqual(atOnce.unusual())
      }),
    )
  })
})

describe('a file beside those of other versions', () => {
  it('has nothing to be compared with while there is no other', () => {
    expect(beside(1)).toEqual([])
  })

  it('is compared with the median of the last five', () => {
    expect(beside(1, 100)).toEqual(size(100))
    expect(beside(1, 100, 300)).toEqual(size(200))
    expect(beside(1, 100, 900, 300)).toEqual(size(300))
    expect(beside(1, 100, 900, 300, 200)).toEqual(size(250))
    expect(beside(1, 100, 900, 300, 200, 800)).toEqual(size(300))
    expect(beside(1, 100, 900, 300, 200, 800, 5_000)).toEqual(size(300))
  })

  it('may differ by 25 % to both sides', () => {
    expect(beside(750, 1_000)).toEqual([])
    expect(beside(1_250, 1_000)).toEqual([])
    expect(beside(749, 1_000)).toEqual(size(1_000))
    expect(beside(1_251, 1_000)).toEqual(size(1_000))
  })

  it('names the version that has the very same bytes', () => {
    expect(unusualBeside(1_000, { sizes: [1_000], sameBytesAs: '5.2' })).toEqual([{ kind: 'sameBytes', value: 0, name: '5.2' }])
    expect(unusualBeside(1, { sizes: [1_000], sameBytesAs: '5.2' })).toEqual([...size(1_000), { kind: 'sameBytes', value: 0, name: '5.2' }])
  })

  it('is never far from sizes that are all its own', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 26 }), fc.integer({ min: 0, max: 8 }), (sizeBytes, others) => {
        expect(beside(sizeBytes, ...Array.from({ length: others }, () => sizeBytes))).toEqual([])
      }),
    )
  })
})
