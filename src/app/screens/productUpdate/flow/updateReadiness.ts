/** Whether an update can start, and the first reason why not. Knows no words. */
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import type { DetectorState } from '../../../device.ts'

export type Unready = 'notConnected' | 'connecting' | 'identifying' | 'unknownProduct' | 'noFirmware' | 'offline'

export function whyNotReady(known: {
  detector: DetectorState['status']
  userProduct: UserProduct | 'loading' | 'failed'
  firmware: OfferedFirmware | null
  isOnline: boolean
}): Unready | null {
  if (known.detector === 'connecting') return 'connecting'
  if (known.detector !== 'connected') return 'notConnected'
  if (known.userProduct === 'loading') return 'identifying'
  if (known.userProduct === 'failed') return 'unknownProduct'
  if (known.firmware === null) return 'noFirmware'
  return known.isOnline ? null : 'offline'
}
