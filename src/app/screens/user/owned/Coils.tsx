import { Trans, useLingui } from '@lingui/react/macro'
import { CircleDot, Pencil } from 'lucide-react'
import { useState } from 'react'
import { accessory } from '../../../../contract/accessory.ts'
import { mayCall } from '../../../../contract/endpoint.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { hasUsedCode } from '../../../../contract/warranty.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { ProofBadge } from '../../../kit/purchase/ProofState.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import { useDeleteCoil, useMayDeleteOwned } from './deleteOwned.ts'
import type { Coil } from './groupOwned.ts'
import { CoilFacts, isRegistered } from './OwnedFacts.tsx'
import { DeleteButton, RowButton } from './RowButton.tsx'

const CorrectCoilDialog = lazyDialog(async () => (await import('./CorrectCoilDialog.tsx')).CorrectCoilDialog)

/** Coils as rows of a list. Staff correct those whose owner no longer can. */
export function Coils({ user, coils }: { user: ShownUser; coils: readonly Coil[] }) {
  const { t } = useLingui()
  const { mayEdit, isDeleted, tostring } = user
  const mayDelete = useMayDeleteOwned(user)
  const mayCorrect = mayCall(accessory.correct, roleOf(useSession())) && mayEdit && !isDeleted
  const [corrected, setCorrected] = useState<Coil | null>(null)
  const deleting = useDeleteCoil(user)
  return (
    <>
      {coils.map((coil) => {
        const { id, name } = coil
        return (
          <li key={id} className="flex items-start gap-2">
            <Fold className="min-w-0 flex-1" summary={<CoilSummary coil={coil} />}>
              <CoilFacts coil={coil} />
            </Fold>
            <span className="-mr-2 flex empty:hidden">
              {mayCorrect && hasUsedCode(coil) && <RowButton icon={Pencil} label={t`Correct ${name}`} onClick={() => setCorrected(coil)} />}
              {mayDelete && <DeleteButton owned={coil} onDelete={deleting.ask} />}
            </span>
          </li>
        )
      })}
      {corrected !== null && <CorrectCoilDialog coil={corrected} owner={tostring} onClose={() => setCorrected(null)} />}
      {deleting.question}
    </>
  )
}

/** Most coils are named by their serial number. */
function CoilSummary({ coil }: { coil: Coil }) {
  const { name, serialNumberFormatted } = coil
  return (
    <span className="flex items-center gap-2">
      <CircleDot aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="flex flex-wrap gap-x-2">
        <span>{name}</span>
        {name !== serialNumberFormatted && <span className="text-muted-foreground tabular-nums">{serialNumberFormatted}</span>}
        <span className="text-muted-foreground">
          <ProofState coil={coil} />
        </span>
      </span>
    </span>
  )
}

function ProofState({ coil }: { coil: Coil }) {
  if (coil.purchaseProof !== null)
    return coil.proofCheck === null ? <Trans>Proof provided</Trans> : <ProofBadge state={coil.proofCheck.state} isNamed />
  return isRegistered(coil) ? <Trans>No proof</Trans> : <Trans>Not registered</Trans>
}
