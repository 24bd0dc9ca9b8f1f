import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight, RotateCw, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { firmwareTrailerBytes } from '../../../contract/rules.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { formatDate } from '../../formatDate.ts'
import { AsOf } from '../../kit/AsOf.tsx'
import { Empty } from '../../kit/Empty.tsx'
import { Failed } from '../../kit/Failed.tsx'
import { useKeptFirmware } from '../../offline/appFirmware.ts'
import { useSession } from '../../session.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Label } from '../../ui/label.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CheckList } from './checks/CheckList.tsx'
import { isRefused } from './checks/checks.ts'
import { useChecks } from './checks/useChecks.ts'
import { ChangeLog } from './ChangeLog.tsx'
import { KeptMark } from './field/KeptMark.tsx'
import { updateFlow, useUpdateFlow } from './flow/appUpdateFlow.ts'
import { compareVersions } from './flow/compareVersions.ts'
import { isRunning } from './flow/flowState.ts'
import { expectedDurationMs } from './flow/updateProgress.ts'
import { useBytesText, useDurationText } from './measures.ts'
import type { ConnectedProduct } from './useConnectedProduct.ts'

/** What can be installed, what it brings, and the one large button. */
export function FirmwareCard({ product }: { product: ConnectedProduct }) {
  const { t } = useLingui()
  return (
    <section aria-label={t`Firmware`}>
      <Card>
        <CardHeader>
          <CardTitle>
            <Trans>Install a firmware</Trans>
          </CardTitle>
        </CardHeader>
        <CardContent>
          <FirmwareChoice product={product} />
        </CardContent>
      </Card>
    </section>
  )
}

function FirmwareChoice({ product }: { product: ConnectedProduct }) {
  const { t } = useLingui()
  const [chosenId, setChosenId] = useState<number>()
  const selectId = useId()
  const { userProduct, firmwares } = product

  if (userProduct === 'failed') {
    return (
      <p className="text-pretty text-muted-foreground">
        <Trans>The portal must know this detector before it can offer a firmware.</Trans>
      </p>
    )
  }
  if (firmwares === 'failed') return <Failed error={product.error} onRetry={product.retry} />
  if (userProduct === 'loading' || firmwares === 'loading') return <ChoiceSkeleton />
  // Section 7: the first firmware is preselected.
  const firmware = firmwares.find(({ id }) => id === chosenId) ?? firmwares[0]
  if (firmware === undefined) {
    return (
      <Empty icon={ShieldCheck} title={t`No firmware is offered for this model yet`}>
        <p>
          <Trans>Nothing is wrong with your detector. Come back when a new version has been announced.</Trans>
        </p>
      </Empty>
    )
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={selectId}>
          <Trans>Firmware to install</Trans>
        </Label>
        <Select id={selectId} value={firmware.id} onChange={(event) => setChosenId(Number(event.target.value))}>
          {firmwares.map((offered) => (
            <option key={offered.id} value={offered.id}>
              {`${offered.versionName} · ${offered.language} · ${formatDate(offered.releaseDate)}${offered.isBetaTest ? ` · ${t`beta`}` : ''}`}
            </option>
          ))}
        </Select>
      </div>
      <AsOf query={product.offered} />
      <Comparison current={userProduct.currentFirmware?.versionName ?? null} firmware={firmware} />
      <KeptLine firmware={firmware} />
      {firmware.isBetaTest && <BetaWarning />}
      <ChangeLog firmware={firmware} />
      <Start firmware={firmware} userProduct={userProduct} />
    </div>
  )
}

function Comparison({ current, firmware }: { current: string | null; firmware: OfferedFirmware }) {
  const relation = current === null ? 'unknown' : compareVersions(firmware.versionName, current)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-muted px-4 py-3 tabular-nums">
      <span className="text-muted-foreground">{current ?? <Trans>Now: not known</Trans>}</span>
      <ArrowRight aria-hidden className="size-4 text-muted-foreground" />
      <span className="font-semibold">{firmware.versionName}</span>
      <Badge variant={relation === 'newer' ? 'success' : relation === 'older' ? 'warning' : 'secondary'}>
        {relation === 'newer' && <Trans>newer</Trans>}
        {relation === 'older' && <Trans>older than what is installed</Trans>}
        {relation === 'same' && <Trans>up to date</Trans>}
        {relation === 'unknown' && firmware.language}
      </Badge>
      {firmware.isBetaTest && (
        <Badge variant="warning">
          <Trans>beta</Trans>
        </Badge>
      )}
    </div>
  )
}

/** Whether it can be installed without a network too. */
function KeptLine({ firmware }: { firmware: OfferedFirmware }) {
  const state = useKeptFirmware(useSession()?.id ?? 0)
  return (
    <div className="-mt-2 flex min-h-8 items-center">
      <KeptMark firmware={firmware} state={state} />
    </div>
  )
}

function BetaWarning() {
  return (
    <Alert variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle>
        <Trans>This is a beta version</Trans>
      </AlertTitle>
      <AlertDescription>
        <Trans>It may contain bugs. You can install a released version again at any time.</Trans>
      </AlertDescription>
    </Alert>
  )
}

function Start({ firmware, userProduct }: { firmware: OfferedFirmware; userProduct: Exclude<ConnectedProduct['userProduct'], string> }) {
  const flow = useUpdateFlow()
  const headingId = useId()
  const reasonId = useId()
  const durationText = useDurationText()
  const bytesText = useBytesText()
  const imageBytes = firmware.firmwareFile.sizeBytes - firmwareTrailerBytes
  const { checks, isChecking, checkAgain } = useChecks(userProduct)
  const isRefusedNow = checks !== null && isRefused(checks)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-pretty text-muted-foreground">
        <Trans>
          The portal checks the file, erases the old firmware and writes version {firmware.versionName} ({bytesText(imageBytes)}). This
          takes {durationText(expectedDurationMs(imageBytes))}. Keep the cable plugged in; if anything interrupts it, you can simply start
          again.
        </Trans>
      </p>
      <section aria-labelledby={headingId} className="flex flex-col gap-3 rounded-lg border px-4 py-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 id={headingId} className="text-sm font-semibold">
            <Trans>Checked before anything is erased</Trans>
          </h3>
          <Button variant="ghost" size="sm" className="-mr-3" onClick={checkAgain} isBusy={isChecking}>
            {!isChecking && <RotateCw aria-hidden />}
            <Trans>Check again</Trans>
          </Button>
        </div>
        <CheckList checks={checks} />
      </section>
      {isRefusedNow && (
        <p className="text-sm text-pretty" id={reasonId}>
          <Trans>The update can start once the points marked above are put right.</Trans>
        </p>
      )}
      <Button
        size="lg"
        className="w-full"
        isBusy={isRunning(flow)}
        disabled={isRefusedNow}
        aria-describedby={isRefusedNow ? reasonId : undefined}
        onClick={() => void updateFlow.start(userProduct, firmware)}
      >
        <Trans>Update</Trans>
      </Button>
    </div>
  )
}

function ChoiceSkeleton() {
  return (
    <div className="flex flex-col gap-5" aria-hidden>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-13 w-full" />
    </div>
  )
}
