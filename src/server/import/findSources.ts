/** Which files are imported, and in which order: what others refer to comes first. */
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { coils } from './coils.ts'
import { type CsvFile, FileProblem, openCsv } from './csvFile.ts'
import { customers } from './customers.ts'
import { detectors } from './detectors.ts'
import { isErrorPath } from './errorFile.ts'
import { firmwares } from './firmwares.ts'
import type { ImportKind } from './importKind.ts'
import { warrantyCodes } from './warrantyCodes.ts'

export const importKinds: readonly ImportKind[] = [firmwares, customers, detectors, coils, warrantyCodes]

/** Files, or folders with files. In a folder, other files and error files are left alone. Throws FileProblem. */
export async function findSources(paths: readonly string[]): Promise<{ kind: ImportKind; csv: CsvFile }[]> {
  const files = (await Promise.all(paths.map(listFiles))).flat()
  if (files.length === 0) throw new FileProblem(`There is nothing to import: files are named ${nameHint()}.`)
  const sources: { kind: ImportKind; csv: CsvFile }[] = []
  for (const kind of importKinds)
    for (const path of files.filter((file) => kindOf(file) === kind)) sources.push({ kind, csv: await openCsv(path, kind.columns) })
  return sources
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new FileProblem(`${path} does not exist.`)
  if (!found.isDirectory()) {
    if (kindOf(path) === undefined) throw new FileProblem(`${basename(path)} does not say what it holds: files are named ${nameHint()}.`)
    return [resolve(path)]
  }
  const names = (await readdir(path)).filter((name) => /\.csv$/i.test(name) && !isErrorPath(name) && kindOf(name) !== undefined)
  return names.toSorted().map((name) => resolve(join(path, name)))
}

function kindOf(path: string): ImportKind | undefined {
  const name = basename(path).toLowerCase()
  return importKinds.find((kind) => name.startsWith(kind.name.toLowerCase()))
}

function nameHint(): string {
  return importKinds.map(({ name }) => `${name}….csv`).join(', ')
}
