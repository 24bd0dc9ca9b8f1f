import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Accessory } from '../../../../contract/accessory.ts'
import { ownAccessories } from '../../../update/ownQueries.ts'
import type { OpenCoilDialog } from '../coils/CoilDialogs.tsx'
import { CoilRow } from '../coils/CoilRow.tsx'
import { OwnList } from '../lists/OwnList.tsx'

const loose = (coils: readonly Accessory[]) => coils.filter(({ userProductId }) => userProductId === null)

/** Coils that no detector of the person's has: entered by hand, or of a detector that they no longer have. Nothing where there are none. */
export function LooseCoils({ onOpen }: { onOpen: (dialog: OpenCoilDialog) => void }) {
  const query = useQuery({ ...ownAccessories, select: loose })
  const count = query.data?.length ?? 0
  // Stays when its last coil goes, because that had the focus.
  const [hadAny, setHadAny] = useState(false)
  if (count > 0 && !hadAny) setHadAny(true)
  if (query.isPending || (count === 0 && !query.isError && !hadAny)) return null
  return (
    <OwnList
      title={<Trans>Coils without a detector</Trans>}
      query={query}
      stillWorks={<Trans>A connected detector can still be updated.</Trans>}
      empty={
        <p className="text-sm text-muted-foreground">
          <Trans>No coil is left here.</Trans>
        </p>
      }
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
