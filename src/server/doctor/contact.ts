import { readableContact } from '../../contract/contactLink.ts'
import type { Config } from '../config/readConfig.ts'
import { fault, ok } from './finding.ts'

/** Whether a customer whose update has failed finds somebody to ask. */
export function checkContact({ brand: { contactUrl } }: Pick<Config, 'brand'>) {
  if (contactUrl === null)
    return fault(
      'There is no contact: the portal names no support, also where an update has failed.',
      'Set BRAND_CONTACT_URL to your contact page, or BRAND_CONTACT_EMAIL to your address.',
    )
  return ok(`Customers reach support at ${readableContact(contactUrl)}.`)
}
