import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../../contract/rules.ts'
import { onLinkEvent } from '../../../detector/device.ts'

/** A message with a bad checksum is ignored and shows a toast (the specification, section 4). Repeated ones share one toast. */
export function useLinkToasts(): void {
  const { t } = useLingui()
  useEffect(
    () =>
      onLinkEvent((event) => {
        if (event === 'badChecksum') toast.error(t`Something went wrong, please try again`, { id: event, duration: toastErrorMs })
      }),
    [t],
  )
}
