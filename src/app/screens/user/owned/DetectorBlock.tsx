import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { isHeard } from '../../../../contract/openUpdate.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { detectorWarranty } from '../../../../contract/warranty.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { usePercentText } from '../../../i18n/measures.ts'
import { DetectorDrawing } from '../../../kit/detector/DetectorDrawing.tsx'
import { ProofBadge } from '../../../kit/purchase/ProofState.tsx'
import { WarrantyEnd } from '../../../kit/purchase/WarrantyEnd.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Coils } from './Coils.tsx'
import { FocusPlace } from './FocusPlace.tsx'
import type { Detector, OwnedDetector, Update } from './groupOwned.ts'
import { DetectorFacts } from './OwnedFacts.tsx'
import { UpdateRow } from './UpdateRow.tsx'

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
            <span>{productName}</span>{' '}
            <span className="font-normal whitespace-nowrap text-muted-foreground tabular-nums">{serialNumberFormatted}</span>
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

const firstShown = 3

/** A detector's last updates, newest first; the rest unfolds. */
function LastUpdates({ updates, name }: { updates: readonly Update[]; name: string }) {
  const { t, i18n } = useLingui()
  const count = i18n.number(updates.length)
  const [isWhole, setWhole] = useState(false)
  if (updates.length === 0) {
    return (
      <p className="py-1.5 text-muted-foreground">
        <Trans>No update yet.</Trans>
      </p>
    )
  }
  return (
    <>
      <ul aria-label={t`Updates of ${name}`} className="flex flex-col divide-y divide-border/60">
        {updates.slice(0, isWhole ? undefined : firstShown).map((update) => (
          <UpdateRow key={update.id} update={update} />
        ))}
      </ul>
      {updates.length > firstShown && (
        <Button variant="link" size="inline" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? <Trans>The last {firstShown} updates</Trans> : <Trans>All {count} updates</Trans>}
        </Button>
      )}
    </>
  )
}

/** The firmware on a detector, as its owner's page shows it, and what it would be offered. */
function FirmwareState({ detector: { firmwareState, versionName, availableVersion, openUpdate } }: { detector: Detector }) {
  const percentText = usePercentText()
  if (openUpdate !== null) {
    const time = formatDateTime(openUpdate.heardAt)
    const percent = percentText(openUpdate.percent ?? 0)
    return isHeard(openUpdate, 0) ? (
      <Trans>
        Updating to {versionName}: {percent} on {time}
      </Trans>
    ) : openUpdate.hasErased ? (
      <Trans>
        Erased, and silent since {time}: an update to {versionName} was running
      </Trans>
    ) : (
      <Trans>
        An update to {versionName} was running on {time}
      </Trans>
    )
  }
  switch (firmwareState) {
    case 'installed':
      return availableVersion === null ? (
        <Trans>Firmware {versionName}</Trans>
      ) : (
        <Trans>
          Firmware {versionName}, <strong className="font-medium text-primary">{availableVersion} available</strong>
        </Trans>
      )
    case 'none':
      return (
        <span className="font-medium text-warning">
          <Trans>No firmware: the update to {versionName} was interrupted</Trans>
        </span>
      )
    case 'unknown':
      return availableVersion === null ? (
        <Trans>Firmware unknown</Trans>
      ) : (
        <Trans>
          Firmware unknown, <strong className="font-medium text-primary">{availableVersion} available</strong>
        </Trans>
      )
  }
}
