import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleDot, Plus } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '../../../kit/pages/Empty.tsx'
import { useImpersonation } from '../../../session/impersonation.ts'
import { Button } from '../../../ui/button.tsx'
import { CoilDialogs, type OpenCoilDialog } from '../coils/CoilDialogs.tsx'
import { CoilRow } from '../coils/CoilRow.tsx'
import { OwnList } from './OwnList.tsx'
import { ownAccessories } from '../../../update/ownQueries.ts'

/** The user's coils: those that detectors have reported, and those entered by hand. */
export function AccessoryList() {
  const { t } = useLingui()
  const query = useQuery(ownAccessories)
  const isReadOnly = useImpersonation() !== null
  const [opened, setOpened] = useState<OpenCoilDialog | null>(null)
  return (
    <>
      <OwnList
        title={<Trans>My coils</Trans>}
        query={query}
        stillWorks={<Trans>A connected detector can still be updated.</Trans>}
        action={
          !isReadOnly && (
            <Button variant="ghost" size="sm" onClick={() => setOpened({ kind: 'enter' })}>
              <Plus aria-hidden />
              <Trans>Register a coil</Trans>
            </Button>
          )
        }
        empty={
          <Empty icon={CircleDot} title={t`No coil yet`}>
            <p>
              <Trans>Coils paired with a detector appear here once you have connected it. You can register others by hand.</Trans>
            </p>
          </Empty>
        }
      >
        {(coils) => (
          <ul className="flex flex-col divide-y">
            {coils.map((coil) => (
              <CoilRow key={coil.id} coil={coil} onOpen={setOpened} />
            ))}
          </ul>
        )}
      </OwnList>
      <CoilDialogs opened={opened} onClose={() => setOpened(null)} />
    </>
  )
}
