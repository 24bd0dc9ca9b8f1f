/** The packages of package-lock.json, of every platform, as the supply checks read them. Knows no rule about them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const names = v.optional(v.record(v.string(), v.string()), {})
const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      license: v.optional(v.string()),
      integrity: v.optional(v.string()),
      dev: v.optional(v.boolean(), false),
      optional: v.optional(v.boolean(), false),
      engines: v.optional(v.object({ node: v.optional(v.string()) })),
      dependencies: names,
      optionalDependencies: names,
      devDependencies: names,
      peerDependencies: names,
    }),
  ),
})
const manifestSchema = v.object({ license: v.optional(v.string()) })

export type LockedPackage = {
  /** Where it lies: `node_modules/a/node_modules/b`. */
  readonly path: string
  readonly name: string
  readonly version: string
  /** An SPDX expression, or undefined where the package names none. */
  readonly license: string | undefined
  readonly integrity: string | undefined
  readonly node: string | undefined
  /** `npm ci --omit=dev` installs it. */
  readonly isRuntime: boolean
  readonly isOptional: boolean
  readonly dependencies: readonly string[]
  /** Whom it works with: ranges by name. */
  readonly peers: Readonly<Record<string, string>>
}

export type Lock = { readonly runtimeDependencies: readonly string[]; readonly packages: readonly LockedPackage[] }

export function readLock(root = '.'): Lock {
  const { packages } = v.parse(lockSchema, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const { '': project, ...locked } = packages
  return {
    runtimeDependencies: Object.keys({ ...project?.dependencies, ...project?.optionalDependencies }),
    packages: Object.entries(locked).map(([path, entry]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      license: entry.license ?? licenseInstalled(join(root, path)),
      integrity: entry.integrity,
      node: entry.engines?.node,
      isRuntime: !entry.dev,
      isOptional: entry.optional,
      dependencies: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
      peers: entry.peerDependencies,
    })),
  }
}

/** Where the lock names no licence, the installed package may: in its package.json, else by the first words of its LICENSE. */
function licenseInstalled(folder: string): string | undefined {
  const { license } = v.parse(manifestSchema, JSON.parse(readIfThere(join(folder, 'package.json')) ?? '{}'))
  if (license !== undefined) return license
  const text = ['LICENSE', 'LICENCE'].map((name) => readIfThere(join(folder, name))).find((found) => found !== undefined)
  return text !== undefined && /Permission is hereby granted, free of charge/.test(text) ? 'MIT' : undefined
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Where Node finds `name` from inside the package at `path`: in the nearest `node_modules` upwards. */
export function findFrom(path: string, name: string, byPath: ReadonlyMap<string, LockedPackage>): LockedPackage | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = byPath.get(folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`)
    if (found !== undefined || folder === '') return found
  }
}
