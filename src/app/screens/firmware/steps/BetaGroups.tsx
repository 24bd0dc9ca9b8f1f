import { useLingui } from '@lingui/react/macro'
import type { Choice } from '../../../../contract/crud.ts'
import { betaGroupChoices } from '../../../api/choices.ts'
import { Field } from '../../../kit/fields/Field.tsx'
import { RecordsChoice } from '../../../kit/listed/RecordsChoice.tsx'

/** The groups whose testers are offered a beta. */
export function BetaGroups({ chosen, onChange }: { chosen: readonly Choice[]; onChange: (chosen: Choice[]) => void }) {
  const { t } = useLingui()
  return (
    <Field label={t`Beta groups`} help={t`Offered only to the beta testers of these groups.`}>
      {(control) => <RecordsChoice {...control} name="betaGroups" choices={betaGroupChoices} chosen={chosen} onChange={onChange} />}
    </Field>
  )
}
