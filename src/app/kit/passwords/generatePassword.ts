import { generatedPasswordLength } from '../../../contract/rules.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()'
/** Bytes from here on would make the first characters more likely. */
const fairBytes = 256 - (256 % alphabet.length)

/** Nine characters, all equally likely, from a cryptographic random source (the specification, section 9). */
export function generatePassword(): string {
  const characters: string[] = []
  while (characters.length < generatedPasswordLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(generatedPasswordLength))) {
      if (byte < fairBytes && characters.length < generatedPasswordLength) characters.push(alphabet.charAt(byte % alphabet.length))
    }
  }
  return characters.join('')
}
