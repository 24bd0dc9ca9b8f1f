import { useLingui } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { accessory } from '../../../../contract/accessory.ts'
import { mayCall } from '../../../../contract/endpoint.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { hasUsedCode } from '../../../../contract/warranty.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import { useDeleteCoil, useMayDeleteOwned } from './deleteOwned.ts'
import { CoilFacts } from './OwnedFacts.tsx'
import { DeleteButton, Row, RowButton } from './OwnedRow.tsx'
import { SideCard } from './SideCard.tsx'

const CorrectCoilDialog = lazyDialog(async () => (await import('./CorrectCoilDialog.tsx')).CorrectCoilDialog)

/** The user's coils. Staff correct those whose owner no longer can. */
export function CoilCard({ user }: { user: ShownUser }) {
  const { t } = useLingui()
  const { accessories, mayEdit, isDeleted, tostring } = user
  const mayDelete = useMayDeleteOwned(user)
  const mayCorrect = mayCall(accessory.correct, roleOf(useSession())) && mayEdit && !isDeleted
  const [corrected, setCorrected] = useState<ShownUser['accessories'][number] | null>(null)
  const deleting = useDeleteCoil(user)
  return (
    <>
      <SideCard title={t`Accessories`} count={accessories.length} empty={t`No coil yet.`}>
        {accessories.map((coil) => {
          const { id, name, serialNumberFormatted } = coil
          // Most coils are named by their serial number.
          const detail = name === serialNumberFormatted ? {} : { detail: serialNumberFormatted }
          return (
            <Row
              key={id}
              name={name}
              {...detail}
              facts={<CoilFacts coil={coil} />}
              action={
                <>
                  {mayCorrect && hasUsedCode(coil) && (
                    <RowButton icon={Pencil} label={t`Correct ${name}`} onClick={() => setCorrected(coil)} />
                  )}
                  {mayDelete && <DeleteButton owned={coil} onDelete={deleting.ask} />}
                </>
              }
            />
          )
        })}
      </SideCard>
      {corrected !== null && <CorrectCoilDialog coil={corrected} owner={tostring} onClose={() => setCorrected(null)} />}
      {deleting.question}
    </>
  )
}
