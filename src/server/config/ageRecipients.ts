/** To whom backups are encrypted: public keys of age (age-encryption.org), such as age-keygen prints. */
import { Encrypter } from 'age-encryption'

export const recipientMeaning = 'recipients of age, each beginning with age1'

/** False for what age does not know; keys of SSH are among that. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}
