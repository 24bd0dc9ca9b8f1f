/** The columns of the files that staff download, in the reader's language. */
import type { Locale } from '../../../contract/rules.ts'
import { formatWarrantyCode } from '../../../contract/warrantyCodeFormat.ts'
import type { WarrantyCodeRow } from '../../../contract/warrantyCode.ts'
import type { Cell, Sheet } from '../../sheets/sheetThread.ts'

const words = {
  en: {
    codes: 'Warranty codes',
    code: 'Code',
    gifted: 'Gifted',
    used: 'Used',
    product: 'Product',
    serial: 'Serial number',
    startDate: 'Extension start',
    endDate: 'Extension end',
    user: 'User',
    isVoid: 'Void',
    listFilename: 'warranty-codes',
    batchFilename: 'new-warranty-codes',
  },
  fr: {
    codes: 'Codes de garantie',
    code: 'Code',
    gifted: 'Offert',
    used: 'Utilisé',
    product: 'Produit',
    serial: 'Numéro de série',
    startDate: 'Début de l’extension',
    endDate: 'Fin de l’extension',
    user: 'Utilisateur',
    isVoid: 'Annulé',
    listFilename: 'codes-de-garantie',
    batchFilename: 'nouveaux-codes-de-garantie',
  },
} as const satisfies Record<Locale, Record<string, string>>

type FileOf<Row> = { readonly filename: string; readonly sheet: Sheet; readonly toCells: (row: Row) => Cell[] }

/** What the list shows. */
export function listFile(locale: Locale, now: Date): FileOf<WarrantyCodeRow> {
  const { codes, listFilename, ...headers } = words[locale]
  return {
    filename: `${listFilename}-${dayOf(now)}.xlsx`,
    sheet: {
      name: codes,
      columns: [
        codeColumn(locale),
        { header: headers.product, widthCharacters: 20 },
        { header: headers.used, widthCharacters: 10 },
        { header: headers.gifted, widthCharacters: 10 },
        { header: headers.serial, widthCharacters: 20 },
        { header: headers.startDate, widthCharacters: 20, isDate: true },
        { header: headers.endDate, widthCharacters: 20, isDate: true },
        { header: headers.user, widthCharacters: 30 },
        { header: headers.isVoid, widthCharacters: 10 },
      ],
    },
    toCells: ({ code, product, used, gifted, serial, startDate, endDate, user, isVoid }) => [
      formatWarrantyCode(code),
      product,
      used,
      gifted,
      serial,
      startDate && new Date(startDate),
      endDate && new Date(endDate),
      user && user.tostring,
      isVoid,
    ],
  }
}

/** New codes; the same file whenever it is downloaded, in the same language. */
export function batchFile(locale: Locale, { id, createdAt }: { id: number; createdAt: Date }): FileOf<{ code: string; isGifted: boolean }> {
  const { codes, gifted, batchFilename } = words[locale]
  return {
    filename: `${batchFilename}-${dayOf(createdAt)}-${id}.xlsx`,
    sheet: { name: codes, columns: [codeColumn(locale), { header: gifted, widthCharacters: 10 }] },
    toCells: ({ code, isGifted }) => [formatWarrantyCode(code), isGifted],
  }
}

function codeColumn(locale: Locale) {
  return { header: words[locale].code, widthCharacters: 28 }
}

/** In UTC: the server does not know the reader's time zone. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
