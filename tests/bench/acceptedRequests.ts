/** The largest requests that are done as asked, not refused: what they cost besides being read is hashing, storing and searching. */
import { demoInvoice } from '../../src/server/demo/content/invoice.ts'
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { purchaseProofMaxBytes } from '../../src/contract/purchaseProof.ts'
import { firmwareFileMaxBytes, tableDefaults, textMaxLength, zonePointsMax } from '../../src/contract/rules.ts'

export type AcceptedRequest = {
  readonly name: string
  readonly endpoint: Endpoint
  /** A new body each time: what is there already is neither written nor counted again. */
  readonly form: () => FormData
}

let made = 0

/** Just below 5 MiB. */
const slowAttributes = Array.from({ length: 400_000 }, (_, index) => `a${index}=""`).join(' ')

export function largestZone(name: string): string {
  const corners = Array.from({ length: zonePointsMax - 1 }, (_, index) => {
    const angle = (index / (zonePointsMax - 1)) * 2 * Math.PI
    return `${1.84 + Math.cos(angle) / 50},${44.6 + Math.sin(angle) / 50},0`
  })
  const ring = `<LinearRing><coordinates>${[...corners, corners[0]].join(' ')}</coordinates></LinearRing>`
  return `<kml><Placemark><name>${name}</name><Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon></Placemark></kml>`
}

export const acceptedRequests: readonly AcceptedRequest[] = [
  {
    name: 'firmware.create: a file of 64 MiB',
    endpoint: contract.firmware.create,
    form: () => {
      made += 1
      const file = new File([Buffer.alloc(firmwareFileMaxBytes, `\0${made}`)], 'largest.bin')
      return formOf({ versionName: `1.${made}`, language: 'en', isBetaTest: 'false', isActive: 'false', file })
    },
  },
  {
    name: 'accessory.createOrUpdateUserAccessory: a proof of 5 MiB',
    endpoint: contract.accessory.createOrUpdateUserAccessory,
    form: () => {
      made += 1
      const invoice = Buffer.from(demoInvoice())
      const file = new File([invoice, Buffer.alloc(purchaseProofMaxBytes - invoice.length, `${made} `)], 'largest.pdf')
      return formOf({ coilSerial: `AWKWARD${made}`, purchaseDate: '2026-01-01', purchaseProofFile: file })
    },
  },
  {
    name: 'rallyZone.create: a zone of 50,000 points',
    endpoint: contract.rallyZone.create,
    form: () => {
      made += 1
      const zoneFile = new File([largestZone(`Zone ${made}`)], 'largest.kml')
      return formOf({ title: `1.${made}`, enabled: 'true', zoneFile })
    },
  },
  {
    name: 'rallyZone.readFiles: a file of 5 MiB that is slow to read',
    endpoint: contract.rallyZone.readFiles,
    form: () => formOf({ zoneFile: new File([`<kml ${slowAttributes}/>`], 'slow.kml') }),
  },
  ...[
    ['one letter over and over', 'a '.repeat(textMaxLength / 2)],
    ['three letters over and over', 'abc '.repeat(textMaxLength / 4)],
    ['signs of patterns', String.raw`%_\ `.repeat(textMaxLength / 4)],
  ].map(([title = '', search = '']) => ({
    name: `user.getB122TableResults: a search for ${title}`,
    endpoint: contract.user.getB122TableResults,
    form: () => formOf({ ...tableDefaults, search, searchSerial: search, perPage: '500', filters: '[]' }),
  })),
]

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value instanceof Blob ? value : String(value))
  return form
}
