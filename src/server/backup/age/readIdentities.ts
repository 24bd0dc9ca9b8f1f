import { readFile } from 'node:fs/promises'
import { Decrypter } from 'age-encryption'

/** The secret keys in a file as age-keygen writes it: one a line, with comments. Throws an error with a sentence, which repeats none. */
export async function readIdentities(path: string): Promise<readonly string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0 || !identities.every(isIdentity))
    throw new Error(`${path} is no file of age identities: it needs lines that begin with AGE-SECRET-KEY-, as age-keygen writes them.`)
  return identities
}

function isIdentity(line: string): boolean {
  try {
    new Decrypter().addIdentity(line)
    return true
  } catch {
    return false
  }
}
