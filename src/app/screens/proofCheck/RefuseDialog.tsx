import { Trans, useLingui } from '@lingui/react/macro'
import { proofCheck, type WaitingProof } from '../../../contract/proofCheck.ts'
import { type ProofRefusal, proofRefusals, proofWordsMaxLength } from '../../../contract/rules.ts'
import { FormDialog, type FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { FormField } from '../../kit/fields/FormField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { useRefusalWords } from '../../kit/purchase/useRefusalWords.ts'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type RefuseDialogProps = {
  proof: WaitingProof
  onRefuse: (refusal: { reason: ProofRefusal; words: string }) => Promise<unknown>
  onClose: () => void
}

/** Asks why a proof is refused. */
export function RefuseDialog(props: RefuseDialogProps) {
  return (
    <FormDialog
      title={<Trans>Refuse the proof of {props.proof.owner.tostring}?</Trans>}
      description={<Trans>The reason and your words are mailed to the owner, who can then send another proof.</Trans>}
      onClose={props.onClose}
    >
      {(controls) => <RefuseForm {...props} {...controls} />}
    </FormDialog>
  )
}

type Values = { decision: 'refused'; submittedAt: string; reason: ProofRefusal | ''; words: string }

function RefuseForm({ proof, onRefuse, onClose, onChanged, onCancel }: RefuseDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const refusals = useRefusalWords()
  const { control, formProps, failure, isBusy } = useContractForm<Values>({
    schema: proofCheck.decide.request,
    defaultValues: { decision: 'refused', submittedAt: proof.submittedAt, reason: '', words: '' },
    check: ({ reason, words }) => ({
      ...(reason === '' && { reason: 'MandatoryField' }),
      ...(reason === 'other' && words.trim() === '' && { words: 'MandatoryField' }),
    }),
    async send({ reason, words }) {
      if (reason !== '') await onRefuse({ reason, words })
      onClose()
    },
    onChanged,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      <FormField control={control} name="reason" label={t`Reason`}>
        {(controlProps, field) => (
          <NativeSelect {...controlProps} {...field}>
            <option value="">{t`Choose a reason`}</option>
            {proofRefusals.map((reason) => (
              <option key={reason} value={reason}>
                {refusals[reason]}
              </option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <FormField control={control} name="words" label={t`Your words`} help={t`Sent as they are: write in the owner’s language.`}>
        {(controlProps, field) => <Textarea {...controlProps} {...field} maxLength={proofWordsMaxLength} />}
      </FormField>
      <FormDialogFooter submitLabel={<Trans>Refuse</Trans>} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}
