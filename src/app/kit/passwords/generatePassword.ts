import { generatedPasswordLength } from '../../../contract/rules.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()'
/** Bytes from here on would make the first signs likelier than the rest. */
const fairBytes = 256 - (256 % alphabet.length)

/** Nine signs, each as likely as any other (section 9), from the system's own randomness. */
export function generatePassword(): string {
  const characters: string[] = []
  while (characters.length < generatedPasswordLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(generatedPasswordLength))) {
      if (byte < fairBytes && characters.length < generatedPasswordLength) characters.push(alphabet.charAt(byte % alphabet.length))
    }
  }
  return characters.join('')
}
