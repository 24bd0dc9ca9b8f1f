/** Makes the archive of a person's data: a ZIP of JSON, documents and a guide. Knows no account and no mail. */
import { buffer } from 'node:stream/consumers'
import type { Locale } from '../../contract/rules.ts'
import { cleanFilename } from '../files/cleanFilename.ts'
import { type Storage, undefinedIfMissing } from '../files/storage.ts'
import type { PersonalData } from '../personalData/readPerson.ts'
import { type ArchivedTable, archiveTexts } from './archiveTexts.ts'
import { type ZipEntry, zipEntries } from './zipEntries.ts'

type Document = { readonly id: number; readonly filename: string; readonly sha256: string }
type Contents = {
  readonly data: PersonalData
  readonly documents: readonly Document[]
  readonly brand: string
  readonly locale: Locale
  readonly now: Date
}

/** Documents whose bytes are lost are named in the guide. */
export async function makeArchive(storage: Storage, contents: Contents): Promise<Uint8Array[]> {
  return zipEntries(entriesOf(storage, contents), contents.now)
}

async function* entriesOf(storage: Storage, { data, documents, brand, locale, now }: Contents): AsyncGenerator<ZipEntry> {
  const missing: string[] = []
  for (const document of documents) {
    const name = nameOf(document)
    const bytes = await storage.open(document.sha256).then((stream) => buffer(stream), undefinedIfMissing)
    if (bytes === undefined) missing.push(name)
    else yield { name: `files/${name}`, bytes, isPacked: true }
  }
  const names = (Object.keys(data) as ArchivedTable[]).toSorted() // Others hold nothing that a person gets.
  for (const name of names) yield text(`data/${name}.json`, `${JSON.stringify(data[name], null, 2)}\n`)
  const { title, introduction, missing: areMissing, tables } = archiveTexts[locale]
  const lines = [
    title(brand),
    now.toISOString(),
    ...introduction,
    names.map((name) => `data/${name}.json: ${tables[name]}`).join('\n'),
    ...(missing.length === 0 ? [] : [[areMissing, ...missing].join('\n')]),
  ]
  yield text('README.txt', `${lines.join('\n\n')}\n`)
}

function text(name: string, content: string): ZipEntry {
  return { name, bytes: new TextEncoder().encode(content), isPacked: false }
}

/** Two documents may have one name. */
function nameOf({ id, filename }: Document): string {
  return `${id}-${cleanFilename(filename)}`
}
