import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Accessory } from '../../../../contract/accessory.ts'
import { ownAccessories } from '../../../update/ownQueries.ts'
import type { OpenCoilDialog } from '../coils/CoilDialogs.tsx'
import { CoilRow } from '../coils/CoilRow.tsx'
import { OwnList } from '../lists/OwnList.tsx'

const loose = (coils: readonly Accessory[]) => coils.filter(({ userProductId }) => userProductId === null)

/** Coils that no detector of the person's has: entered by hand, or of a detector that they no longer have. Nothing where there are none. */
export function LooseCoils({ onOpen }: { onOpen: (dialog: OpenCoilDialog) => void }) {
  const query = useQuery({ ...ownAccessories, select: loose })
  if (query.isPending || query.data?.length === 0) return null
  return (
    <OwnList
      title={<Trans>Coils without a detector</Trans>}
      query={query}
      stillWorks={<Trans>A connected detector can still be updated.</Trans>}
      empty={null}
    >
      {(coils) => (
        <ul className="flex flex-col divide-y">
          {coils.map((coil) => (
            <CoilRow key={coil.id} coil={coil} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </OwnList>
  )
}
