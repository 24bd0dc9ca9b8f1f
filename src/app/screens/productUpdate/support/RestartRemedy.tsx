import { Trans } from '@lingui/react/macro'

/** What to do with a detector that did not restart. */
export function RestartRemedy({ productName }: { productName: string }) {
  return (
    <Trans>
      Unplug your {productName}, wait ten seconds and switch it on. If it stays off, reconnect it and install the firmware again: this is
      safe.
    </Trans>
  )
}
