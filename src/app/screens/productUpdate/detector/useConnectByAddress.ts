import { useEffect } from 'react'
import { connectSimulatedDetector } from '../../../detector/device.ts'
import { useConfiguration } from '../../../api/useConfiguration.ts'

let wasUsed = false

/** `?device=simulated` connects the simulated detector by itself, once for each time the page is loaded. */
export function useConnectByAddress(): void {
  const isAllowed = useConfiguration()?.isSimulatedDeviceAllowed ?? false
  useEffect(() => {
    if (wasUsed || !isAllowed || new URLSearchParams(location.search).get('device') !== 'simulated') return
    wasUsed = true
    void connectSimulatedDetector()
  }, [isAllowed])
}
