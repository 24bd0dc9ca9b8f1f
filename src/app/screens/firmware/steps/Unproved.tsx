import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { Field } from '../../../kit/fields/Field.tsx'
import { textMaxLength } from '../../../../contract/rules.ts'
import { Alert, AlertDescription } from '../../../ui/alert.tsx'
import { Input } from '../../../ui/input.tsx'
import { keyOf, type ObstacleAnswers } from './useObstacleAnswers.ts'
import { useObstacleText } from './useObstacleText.ts'

/** Proof from real hardware is missing where it is required: an administrator may give a reason, others read that one could. */
export function Unproved({ answers: { unproved, mayExcept, reason, setReason } }: { answers: ObstacleAnswers }) {
  const { t } = useLingui()
  const textOf = useObstacleText()
  if (unproved.length === 0) return null
  return (
    <>
      <Alert variant={mayExcept ? 'warning' : 'destructive'}>
        <CircleAlert aria-hidden />
        <AlertDescription>
          {unproved.map((obstacle) => (
            <p key={keyOf(obstacle)}>{textOf(obstacle)}</p>
          ))}
          {!mayExcept && (
            <p>
              <Trans>An administrator can offer it nevertheless, with a reason.</Trans>
            </p>
          )}
        </AlertDescription>
      </Alert>
      {mayExcept && (
        <Field label={t`Why it is offered nevertheless`} help={t`Stays with this release, with your name and the date.`}>
          {(control) => <Input {...control} value={reason} maxLength={textMaxLength} onChange={({ target }) => setReason(target.value)} />}
        </Field>
      )}
    </>
  )
}
