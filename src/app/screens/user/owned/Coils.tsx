import { Trans, useLingui } from '@lingui/react/macro'
import { CircleDot, Pencil } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { accessory } from '../../../../contract/accessory.ts'
import { mayCall } from '../../../../contract/endpoint.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { hasUsedCode, needsConfirmation } from '../../../../contract/warranty.ts'
import { api } from '../../../api/api.ts'
import { dayOf } from '../../../i18n/calendarDay.ts'
import { CheckboxField } from '../../../kit/fields/CheckboxField.tsx'
import { DateField } from '../../../kit/fields/DateField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { UppercaseField } from '../../../kit/fields/UppercaseField.tsx'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import { ProofBadge } from '../../../kit/purchase/ProofState.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import { useDeleteCoil, useMayDeleteOwned } from './deleteOwned.ts'
import type { Coil } from './groupOwned.ts'
import { CoilFacts, isRegistered } from './OwnedFacts.tsx'
import { DeleteButton, RowButton } from './RowButton.tsx'

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

const { request } = accessory.correct

type CorrectCoilDialogProps = { coil: Coil; owner: string; onClose: () => void }

/** Corrects what a used code has fixed of a coil, with a reason. */
function CorrectCoilDialog({ coil, owner, onClose }: CorrectCoilDialogProps) {
  const { t } = useLingui()
  const { id, name, codeUsedAt, coilSerial, endWarrantyExtension } = coil
  const purchaseDate = coil.purchaseDate === null ? '' : dayOf(coil.purchaseDate)
  const isToConfirm = (day: string) => v.is(request.entries.purchaseDate, day) && needsConfirmation(day, codeUsedAt)
  return (
    <ActionDialog
      title={t`Correct coil ${name}`}
      description={t`The warranty follows from the purchase date. The correction and its reason are kept in the history of ${owner}.`}
      schema={request}
      defaultValues={{
        coilSerial: coilSerial ?? '',
        purchaseDate,
        isExtensionConfirmed: isToConfirm(purchaseDate) && endWarrantyExtension !== null,
        reason: '',
      }}
      action={t`Save`}
      send={async (typed) => {
        const isExtensionConfirmed = typed.isExtensionConfirmed && isToConfirm(typed.purchaseDate)
        await api.accessory.correct({ params: { id }, body: { ...typed, isExtensionConfirmed } })
        return t`Coil ${name} corrected`
      }}
      // Somebody else has deleted the coil, or its owner's account.
      isOver={({ code }) => code === 'resource.not.found' || code === 'record.deleted.error'}
      onClose={onClose}
    >
      {({ control, values }) => (
        <>
          <UppercaseField control={control} name="coilSerial" label={t`Serial number`} help={t`As printed on the coil.`} />
          <DateField control={control} name="purchaseDate" label={t`Purchase date`} />
          {isToConfirm(values.purchaseDate) && (
            <CheckboxField
              control={control}
              name="isExtensionConfirmed"
              label={t`Confirm the extension`}
              help={t`No code is known to have been used within 2 years of this purchase date. Without your confirmation, the warranty is not extended.`}
            />
          )}
          <TextField control={control} name="reason" label={t`Reason`} autoComplete="off" />
        </>
      )}
    </ActionDialog>
  )
}
