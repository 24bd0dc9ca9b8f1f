import { useEffect } from 'react'
import { connectSimulatedDetector } from '../../../detector/device.ts'
import { useConfiguration } from '../../../api/useConfiguration.ts'

let wasUsed = false

/** Connects the simulated detector for `?device=simulated`, once per page load. */
export function useConnectByAddress(): void {
  const isAllowed = useConfiguration()?.isSimulatedDeviceAllowed ?? false
  useEffect(() => {
    if (wasUsed || !isAllowed || new URLSearchParams(location.search).get('device') !== 'simulated') return
    wasUsed = true
    void connectSimulatedDetector()
  }, [isAllowed])
}
