/** Secrets that lie in files, as container engines and service managers hand them over: `NAME_FILE` stands for `NAME`. */
import { readFileSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/** In the place of a value that could not be read: no schema takes it, so nothing else is said of the variable, or of its absence. */
const unread = Symbol('unread')

/**
 * What the environment gives, with the contents of the files that it names. `problems` has a sentence by variable. No sentence repeats a
 * content, or a path, because a secret may have been put there by mistake.
 */
export function readSecretFiles(environment: Environment, names: readonly string[]) {
  const given: Record<string, string | typeof unread> = {}
  for (const [name, value] of Object.entries(environment)) if (value !== undefined && value !== '') given[name] = value
  const problems = new Map<string, string>()
  const fromFiles = new Set<string>()
  for (const name of names) {
    const path = environment[`${name}_FILE`]
    if (path === undefined || path === '') continue
    fromFiles.add(name)
    const read = name in given ? { problem: `${name} and ${name}_FILE are both set. Keep one of them.` } : readSecretFile(name, path)
    given[name] = read.content ?? unread
    if (read.problem !== undefined) problems.set(name, read.problem)
  }
  return { given, problems, fromFiles }
}

function readSecretFile(name: string, path: string): { readonly content?: string; readonly problem?: string } {
  try {
    const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return content === '' ? { problem: `${name}_FILE names an empty file.` } : { content }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return { problem: `${name}_FILE names a file that cannot be read (${reason}).` }
  }
}
