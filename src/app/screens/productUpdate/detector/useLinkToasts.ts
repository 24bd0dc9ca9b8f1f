import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../../contract/rules.ts'
import { onLinkEvent } from '../../../detector/device.ts'

/** Section 4: a message with a bad checksum shows an error toast and is ignored. One toast, however many come. */
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
