import { Trans, useLingui } from '@lingui/react/macro'
import { BatteryFull, BatteryLow, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { asAppError } from '../../../errors.ts'
import { type DetectorState, disconnectDetector } from '../../device.ts'
import { Failed } from '../../kit/Failed.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardFooter } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lowBatteryPercent } from './checks/checks.ts'
import { DetectorDrawing } from './DetectorDrawing.tsx'
import { formatSerial } from './formatSerial.ts'
import { UnknownModel } from './UnknownModel.tsx'
import type { ConnectedProduct } from './useConnectedProduct.ts'

type DetectorCardProps = { detector: Extract<DetectorState, { status: 'connected' }>; product: ConnectedProduct }

/** The connected detector: what it is, and what is on it now. */
export function DetectorCard({ detector, product }: DetectorCardProps) {
  const { t } = useLingui()
  const { identity, isSimulated } = detector
  const { userProduct } = product
  const known = typeof userProduct === 'string' ? null : userProduct

  return (
    <section aria-label={t`Connected detector`}>
      <Card>
        <CardContent className="flex flex-col gap-5">
          <div className="grid place-items-center rounded-lg bg-muted py-6 text-foreground">
            <DetectorDrawing typeName={known?.product.typeName ?? null} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            {userProduct === 'loading' ? (
              <Skeleton className="h-7 w-40" />
            ) : (
              <h2 className="text-xl font-semibold">{known?.productName ?? t`Unknown detector`}</h2>
            )}
            {isSimulated && (
              <Badge variant="outline">
                <Trans>Simulated</Trans>
              </Badge>
            )}
          </div>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5 text-sm">
            <Fact name={<Trans>Serial number</Trans>}>{formatSerial(identity.serialNumber)}</Fact>
            <Fact name={<Trans>Hardware version</Trans>}>{identity.materialVersion}</Fact>
            <Fact name={<Trans>Battery</Trans>}>
              <Battery percent={identity.batteryPercent} />
            </Fact>
            <Fact name={<Trans>Firmware now</Trans>}>
              {userProduct === 'loading' ? (
                <Skeleton className="ml-auto h-5 w-16" />
              ) : (
                <span className="font-medium">{known?.currentFirmware?.versionName ?? t`Not known yet`}</span>
              )}
            </Fact>
          </dl>
          {userProduct === 'failed' && <Unidentified productTypeId={identity.productTypeId} product={product} />}
        </CardContent>
        <CardFooter>
          <Button variant="ghost" size="sm" className="-ml-3 text-muted-foreground" onClick={() => void disconnectDetector()}>
            <Unplug aria-hidden />
            <Trans>Disconnect</Trans>
          </Button>
        </CardFooter>
      </Card>
    </section>
  )
}

function Unidentified({ productTypeId, product }: { productTypeId: number; product: ConnectedProduct }) {
  const isUnknown = asAppError(product.error).code === 'resource.not.found'
  if (isUnknown) return <UnknownModel productTypeId={productTypeId} />
  return <Failed error={product.error} onRetry={product.retry} stillWorks={product.isNeverSeen && <NeverSeen />} />
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </>
  )
}

function Battery({ percent }: { percent: number | null }) {
  const { t } = useLingui()
  if (percent === null) return t`Not known`
  const isLow = percent < lowBatteryPercent
  return (
    <span className={isLow ? 'inline-flex items-center gap-1.5 text-warning' : 'inline-flex items-center gap-1.5'}>
      {isLow ? <BatteryLow aria-hidden className="size-4" /> : <BatteryFull aria-hidden className="size-4 text-muted-foreground" />}
      {isLow ? t`${percent} %, charge it first` : `${percent} %`}
    </span>
  )
}

/** Why a detector needs the server once: it alone knows which model a type is, and what may be installed on it. */
function NeverSeen() {
  return (
    <Trans>
      This detector has never been connected with your account. It needs a connection once, so that the portal learns which model it is and
      what fits it. Those in your list can be updated now.
    </Trans>
  )
}
