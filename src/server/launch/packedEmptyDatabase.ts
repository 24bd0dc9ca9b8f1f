/** For builds of the server: the files of an empty embedded database. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { embeddedExtensions, startParams } from '../db/openEmbedded.ts'

/** The path of the packed files. PGlite takes five times as long to make them as to unpack them, so each of its versions does it once. */
export async function packedEmptyDatabase(): Promise<string> {
  // The package's own file.
  const { version } = JSON.parse(readFileSync('node_modules/@electric-sql/pglite/package.json', 'utf8')) as { version: string }
  const path = `node_modules/.cache/fieldport/emptyDatabase-${version}.tar.gz`
  if (existsSync(path)) return path
  const client = await PGlite.create({ startParams, extensions: embeddedExtensions })
  const packed = await client.dumpDataDir('gzip')
  await client.close()
  mkdirSync(dirname(path), { recursive: true })
  // Whole or not at all, also where two builds make it at once.
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, new Uint8Array(await packed.arrayBuffer()))
  renameSync(unfinished, path)
  return path
}
