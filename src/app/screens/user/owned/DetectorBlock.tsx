import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { detectorWarranty } from '../../../../contract/warranty.ts'
import { DetectorDrawing } from '../../../kit/detector/DetectorDrawing.tsx'
import { ProofBadge } from '../../../kit/purchase/ProofState.tsx'
import { WarrantyEnd } from '../../../kit/purchase/WarrantyEnd.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { cn } from '../../../ui/cn.ts'
import { Coils } from './Coils.tsx'
import { FirmwareState } from './FirmwareState.tsx'
import { FocusPlace } from './FocusPlace.tsx'
import type { OwnedDetector } from './groupOwned.ts'
import { LastUpdates } from './LastUpdates.tsx'
import { DetectorFacts } from './OwnedFacts.tsx'

type DetectorBlockProps = { user: ShownUser; owned: OwnedDetector; name: string; action: ReactNode }

/** Everything about one detector that a call may ask: what is on it, its warranty, its coils, and how its last updates ended. */
export function DetectorBlock({ user, owned: { detector, coils, updates }, name, action }: DetectorBlockProps) {
  const { t } = useLingui()
  const { productName, typeName, serialNumberFormatted, firmwareState } = detector
  return (
    <li
      className={cn(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-xl border bg-card p-4 text-sm text-card-foreground shadow-card wrap-anywhere sm:px-5',
        'md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] md:gap-x-6',
      )}
    >
      <div
        className={cn(
          'self-start rounded-lg bg-muted p-2 [&>svg]:h-11 [&>svg]:w-16 max-sm:[&>svg]:h-9 max-sm:[&>svg]:w-12',
          firmwareState === 'none' && '[&>svg]:opacity-35',
        )}
      >
        <DetectorDrawing typeName={typeName} />
      </div>
      <div className="flex min-w-0 flex-col">
        <div className="flex items-start gap-2">
          <h2 className="flex min-w-0 flex-1 flex-wrap gap-x-2.5 text-base leading-snug font-semibold">
            {productName} <span className="font-normal whitespace-nowrap text-muted-foreground tabular-nums">{serialNumberFormatted}</span>
          </h2>
          <span className="-my-1 -mr-2 flex empty:hidden">{action}</span>
        </div>
        <p>
          <FirmwareState detector={detector} />
        </p>
        <Fold
          summary={
            <span className="flex flex-wrap items-center gap-x-2">
              <WarrantyEnd warranty={detectorWarranty(detector)} />
              {detector.proofCheck !== null && <ProofBadge state={detector.proofCheck.state} isNamed />}
            </span>
          }
        >
          <DetectorFacts detector={detector} />
        </Fold>
        <FocusPlace count={coils.length}>
          {coils.length === 0 ? (
            <p className="py-1.5 text-muted-foreground">
              <Trans>No coil yet.</Trans>
            </p>
          ) : (
            <ul aria-label={t`Coils of ${name}`} tabIndex={-1} className="outline-none">
              <Coils user={user} coils={coils} />
            </ul>
          )}
        </FocusPlace>
      </div>
      <div className="col-span-full min-w-0 md:col-span-1 md:border-l md:pl-6">
        <h3 className="mb-0.5 leading-snug text-muted-foreground">
          <Trans>Last updates</Trans>
        </h3>
        <LastUpdates updates={updates} name={name} />
      </div>
    </li>
  )
}
