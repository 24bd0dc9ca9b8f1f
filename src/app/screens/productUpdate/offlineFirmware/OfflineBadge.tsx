import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, Download, X } from 'lucide-react'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { firmwareStore, cacheFirmware, type CachedFirmware } from '../../../offline/appFirmware.ts'
import { rememberDropped } from '../../../offline/prefetchFirmware.ts'
import { useSession } from '../../../session/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useBytesText, usePercentText } from '../../../i18n/measures.ts'

/** Shows whether a firmware is on this computer, with a button to download or delete it. */
export function OfflineBadge({ firmware, state }: { firmware: OfferedFirmware; state: CachedFirmware }) {
  const { t } = useLingui()
  const bytesText = useBytesText()
  const percentText = usePercentText()
  const owner = useSession()?.id
  const { firmwareFile: file, versionName } = firmware
  const receivedBytes = state.receiving.get(file.sha256)

  function drop(): void {
    rememberDropped(file.sha256, true)
    if (owner !== undefined) void firmwareStore.drop(owner, file.sha256).catch(() => undefined)
  }
  function fetchNow(): void {
    rememberDropped(file.sha256, false)
    void cacheFirmware(file)
  }

  if (state.cached === null) return null
  if (receivedBytes !== undefined) {
    return (
      <output className="text-sm text-muted-foreground tabular-nums">
        <Trans>Downloading: {percentText(Math.floor((receivedBytes / file.sizeBytes) * 100))}</Trans>
      </output>
    )
  }
  if (state.cached.has(file.sha256)) {
    return (
      <span className="inline-flex items-center gap-2">
        <Badge variant="success">
          <CircleCheck aria-hidden />
          {`${t`Ready offline`} · ${bytesText(file.sizeBytes)}`}
        </Badge>
        <Button
          variant="ghost"
          size="icon-sm"
          className="text-muted-foreground"
          aria-label={t`Remove ${versionName} from this computer`}
          onClick={drop}
        >
          <X aria-hidden />
        </Button>
      </span>
    )
  }
  return (
    <Button
      variant="outline"
      size="sm"
      className="h-auto! min-h-8 w-fit max-w-full shrink! py-1 text-left whitespace-normal!"
      onClick={fetchNow}
    >
      <Download aria-hidden />
      <Trans>
        Make available offline<span className="sr-only">: {versionName}</span> ({bytesText(file.sizeBytes)})
      </Trans>
    </Button>
  )
}
