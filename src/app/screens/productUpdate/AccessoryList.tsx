import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { Empty } from '../../kit/Empty.tsx'
import { OwnList } from './OwnList.tsx'
import { ownAccessories } from './ownQueries.ts'

/** The person's coils, as their detectors reported them. */
export function AccessoryList() {
  const { t } = useLingui()
  const query = useQuery(ownAccessories)
  return (
    <OwnList
      title={<Trans>My coils</Trans>}
      query={query}
      stillWorks={<Trans>A connected detector can still be updated.</Trans>}
      empty={
        <Empty icon={CircleDot} title={t`No coil yet`}>
          <p>
            <Trans>Coils paired with a detector appear here once it has been connected.</Trans>
          </p>
        </Empty>
      }
    >
      {(accessories) => (
        <ul className="flex flex-col divide-y">
          {accessories.map((accessory) => (
            <li key={accessory.id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
              <span className="font-medium">{accessory.name}</span>
              <span className="text-sm text-muted-foreground tabular-nums">{accessory.serialNumberFormatted}</span>
            </li>
          ))}
        </ul>
      )}
    </OwnList>
  )
}
