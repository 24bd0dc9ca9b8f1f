import { Trans } from '@lingui/react/macro'
import { Info, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isAtLeast } from '../../../../contract/versionOrder.ts'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { useServerReach } from '../../../api/useReachability.ts'
import { findReloadBlockerAfterSending } from '../../../browser/reloadBlockers.ts'
import { applyNewVersion, findNewVersion, useAppVersion } from '../../../offline/appVersion.ts'
import { Button } from '../../../ui/button.tsx'
import type { Kept } from '../../../update/offers/nextOffer.ts'
import { ContactLink } from '../support/ContactLink.tsx'
import { useKeptText } from '../support/useKeptText.ts'

/** A newer firmware that is kept from the detector: why, beside the `offered` one that can be installed. */
export function KeptNote({ kept, offered }: { kept: Kept; offered: OfferedFirmware }) {
  const keptText = useKeptText()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-muted/60 px-3.5 py-2.5 text-sm">
      <p className="flex min-w-56 flex-1 gap-2 text-pretty">
        <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <span>
          {keptText(kept)} {isMetBy(offered, kept) && <Trans>It can be installed once {offered.versionName} is on your detector.</Trans>}
        </span>
      </p>
      {kept.because.kind === 'appBuild' && <ReloadPortal />}
    </div>
  )
}

function isMetBy({ versionName }: OfferedFirmware, { because }: Kept): boolean {
  return because.kind === 'minimum' && isAtLeast(versionName, because.needed)
}

/** What can be done where nothing can be installed. A hold passes by itself, but its owner may ask about a withdrawn version. */
export function NothingAction({ kept, isRecalled }: { kept: Kept | null; isRecalled: boolean }) {
  switch (kept?.because.kind) {
    case 'appBuild':
      return <ReloadPortal isPrimary />
    case 'hold':
      return isRecalled ? <ContactLink /> : null
    case 'unordered':
    case 'minimum':
    case undefined:
      return <ContactLink />
  }
}

function ReloadPortal({ isPrimary = false }: { isPrimary?: boolean }) {
  const isOnline = useServerReach()
  const { isPending, update } = usePortalUpdate()
  // Without a connection there is no newer version to be had.
  if (!isOnline) return null
  return (
    <Button
      {...(isPrimary && { 'data-step-button': true })}
      size={isPrimary ? 'lg' : 'sm'}
      variant={isPrimary ? 'default' : 'outline'}
      className={isPrimary ? 'w-full sm:w-fit' : ''}
      isBusy={isPending}
      onClick={update}
    >
      {!isPending && <RotateCw aria-hidden />}
      <Trans>Reload the portal</Trans>
    </Button>
  )
}

/**
 * Reloads the page into the portal's newest version, as the app's own banner does; that also says what blocks it. Where none is known yet, looks
 * for one first.
 */
function usePortalUpdate(): { readonly isPending: boolean; readonly update: () => void } {
  const version = useAppVersion()
  const [isPending, setPending] = useState(false)
  const isReady = version === 'waiting' || version === 'replaced'

  useEffect(() => {
    if (!isPending || !isReady) return
    void applyNewVersion().then((blocker) => blocker !== null && setPending(false))
  }, [isPending, isReady])

  async function update(): Promise<void> {
    setPending(true)
    if (isReady || (await findNewVersion())) return
    if ((await findReloadBlockerAfterSending()) === null) location.reload()
    setPending(false)
  }
  return { isPending, update: () => void update() }
}
