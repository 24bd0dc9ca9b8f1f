import { useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { type Control, useWatch } from 'react-hook-form'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { betaGroupChoices } from '../../../api/choices.ts'
import { CheckboxField } from '../../../kit/fields/CheckboxField.tsx'
import { RecordsField } from '../../../kit/listed/RecordsField.tsx'
import { Alert, AlertDescription } from '../../../ui/alert.tsx'
import type { FirmwareValues } from '../firmwareValues.ts'

type StateFieldsProps = {
  field: (name: keyof FirmwareValues) => { control: Control<FirmwareValues>; name: keyof FirmwareValues; label: string }
  control: Control<FirmwareValues>
  state: ReleaseState
}

/** Whether it is to be offered, and to whom. Saving does not do it: what they change is asked about on the next page. */
export function StateFields({ field, control, state }: StateFieldsProps) {
  const { t } = useLingui()
  const help = useHelp(state)
  const [isBetaTest, groups] = useWatch({ control, name: ['isBetaTest', 'selectedBetaGroupIds'] })
  // Of what all owners are offered, the next page asks for them.
  const hasGroups = isBetaTest && state !== 'staged' && state !== 'released'
  return (
    <>
      <CheckboxField {...field('isActive')} help={help.isActive} disabled={state === 'withdrawn'} />
      <CheckboxField {...field('isBetaTest')} help={help.isBetaTest} disabled={state === 'withdrawn' || state === 'halted'} />
      {hasGroups && <RecordsField {...field('selectedBetaGroupIds')} choices={betaGroupChoices} />}
      {hasGroups && groups.length === 0 && state !== 'withdrawn' && (
        <Alert variant="warning">
          <TriangleAlert aria-hidden />
          <AlertDescription>{t`Without a group nobody is offered this beta.`}</AlertDescription>
        </Alert>
      )}
    </>
  )
}

function useHelp(state: ReleaseState): { isActive: string; isBetaTest: string } {
  const { t } = useLingui()
  const toGroups = t`Offered only to the beta testers in the groups below.`
  switch (state) {
    case 'draft':
      return { isActive: t`Asked about on the next page, after it is saved.`, isBetaTest: toGroups }
    case 'beta':
      return {
        isActive: t`Untick it to halt the firmware. This is asked about on the next page.`,
        isBetaTest: t`Untick it to offer the firmware to all owners. This is asked about on the next page.`,
      }
    case 'staged':
    case 'released':
      return {
        isActive: t`Untick it to halt the firmware. This is asked about on the next page.`,
        isBetaTest: t`Tick it to offer the firmware to beta testers only. This is asked about on the next page.`,
      }
    case 'halted':
      return {
        isActive: t`Halted. Tick it to offer the firmware again. This is asked about on the next page.`,
        isBetaTest: t`This cannot be changed while the firmware is halted.`,
      }
    case 'withdrawn':
      return {
        isActive: t`Withdrawn: this firmware is never offered again.`,
        isBetaTest: t`Withdrawn: this firmware is never offered again.`,
      }
  }
}
