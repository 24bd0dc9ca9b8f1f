import { Trans, useLingui } from '@lingui/react/macro'
import { BatteryFull, BatteryLow, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectedDetector } from '../../../detector/detectorStore.ts'
import { disconnectDetector } from '../../../detector/device.ts'
import { useUpdateElsewhere } from '../../../detector/updateElsewhere.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { lowBatteryPercent } from '../../../update/checks/checks.ts'
import { DetectorDrawing } from '../../../kit/detector/DetectorDrawing.tsx'
import { detectorName } from '../../../../contract/detectorFamily.ts'
import { formatSerial } from './formatSerial.ts'
import { InstalledFirmware } from './InstalledFirmware.tsx'
import type { KnownFirmware } from '../../../update/offers/knownFirmware.ts'
import { usePercentText } from '../../../i18n/measures.ts'
import type { ConnectedProduct } from './useConnectedProduct.ts'

type DetectorCardProps = {
  detector: ConnectedDetector
  product: ConnectedProduct
  /** Null until the portal has identified the detector. */
  known: KnownFirmware | null
}

/** The connected detector and its firmware. On narrow screens its details are below the next step. */
export function DetectorCard({ detector, product, known }: DetectorCardProps) {
  const { t } = useLingui()
  const { identity, isSimulated } = detector
  const { userProduct } = product
  const owned = typeof userProduct === 'string' ? null : userProduct
  return (
    <section aria-label={t`Connected detector`} className="contents">
      <div className="flex items-center gap-4 [grid-area:name] lg:flex-col lg:items-stretch">
        <div className="grid shrink-0 place-items-center rounded-lg bg-muted text-foreground max-lg:px-3 max-lg:py-2 lg:py-5">
          <div className={cn('max-lg:[&>svg]:h-11 max-lg:[&>svg]:w-16', known?.state === 'none' && 'opacity-35')}>
            <DetectorDrawing typeName={owned?.product.typeName ?? null} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {userProduct === 'loading' ? (
            <Skeleton className="h-7 w-40" />
          ) : (
            <p className="text-lg font-semibold">{owned === null ? t`Unknown detector` : detectorName(owned)}</p>
          )}
          {isSimulated && (
            <Badge variant="outline">
              <Trans>Simulated</Trans>
            </Badge>
          )}
        </div>
      </div>
      <div className="flex flex-col gap-3 [grid-area:facts]">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
          <Fact name={<Trans>Serial number</Trans>}>{formatSerial(identity.serialNumber)}</Fact>
          <Fact name={<Trans>Hardware version</Trans>}>{identity.materialVersion}</Fact>
          <Fact name={<Trans>Battery</Trans>}>
            <Battery percent={identity.batteryPercent} />
          </Fact>
          <Fact name={<Trans>Current firmware</Trans>} isWide={known?.state === 'none'}>
            {userProduct === 'loading' ? <Skeleton className="ml-auto h-5 w-16" /> : <InstalledFirmware known={known} />}
          </Fact>
        </dl>
        <Disconnect />
      </div>
    </section>
  )
}

function Disconnect() {
  const isElsewhere = useUpdateElsewhere() !== null
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-3 w-fit text-muted-foreground"
      disabled={isElsewhere}
      onClick={() => void disconnectDetector()}
    >
      <Unplug aria-hidden />
      <Trans>Disconnect</Trans>
    </Button>
  )
}

function Fact({ name, children, isWide = false }: { name: ReactNode; children: ReactNode; isWide?: boolean }) {
  return (
    <>
      <dt className={cn('text-muted-foreground', isWide && 'sr-only')}>{name}</dt>
      <dd className={cn('tabular-nums', isWide ? 'col-span-2' : 'text-right')}>{children}</dd>
    </>
  )
}

function Battery({ percent }: { percent: number | null }) {
  const { t } = useLingui()
  const percentText = usePercentText()
  if (percent === null) return t`Level unknown`
  const isLow = percent < lowBatteryPercent
  return (
    <span className={isLow ? 'inline-flex items-center gap-1.5 text-warning' : 'inline-flex items-center gap-1.5'}>
      {isLow ? <BatteryLow aria-hidden className="size-4" /> : <BatteryFull aria-hidden className="size-4 text-muted-foreground" />}
      {isLow ? t`${percentText(percent)}, charge it first` : percentText(percent)}
    </span>
  )
}
