import { isWebHidSupported } from '../../../detector/device.ts'
import { isPhone } from '../../../browser/isPhone.ts'
import type { Reach } from './pageStep.ts'

/** Decision: a phone is sent to a computer. No phone's browser has WebHID, and a detector is plugged into a computer. */
export function readReach(): Reach {
  if (isWebHidSupported()) return 'supported'
  if (isPhone(navigator)) return 'phone'
  return isSecureContext ? 'otherBrowser' : 'notSecure'
}
