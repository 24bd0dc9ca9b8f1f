import { isWebHidSupported } from '../../../detector/device.ts'
import { isPhone } from '../../../browser/isPhone.ts'
import type { Reach } from '../../../update/pageStep.ts'

/** A phone is told to use a computer: no browser on a phone has WebHID, and a detector connects to a computer (docs/decisions.md). */
export function readReach(): Reach {
  if (isWebHidSupported()) return 'supported'
  if (isPhone(navigator)) return 'phone'
  return isSecureContext ? 'otherBrowser' : 'notSecure'
}
