import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { Obstacle } from '../../../../contract/release.ts'
import { textMaxLength } from '../../../../contract/rules.ts'
import { Field } from '../../../kit/fields/Field.tsx'
import { Alert, AlertDescription } from '../../../ui/alert.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Input } from '../../../ui/input.tsx'
import { Label } from '../../../ui/label.tsx'
import { keyOf, type ObstacleAnswers } from './useObstacleAnswers.ts'
import { useObstacleText } from './useObstacleText.ts'

/** What speaks against a step: what has to be settled first, what a person confirms point by point, and files confirmed by the version. */
export function Obstacles({ answers, versionName }: { answers: ObstacleAnswers; versionName: string }) {
  const { t } = useLingui()
  const textOf = useObstacleText()
  const { refused, toTick, unusualFiles, typed, setTyped } = answers
  return (
    <>
      {refused.map((obstacle) => (
        <Alert key={keyOf(obstacle)} variant="destructive">
          <CircleAlert aria-hidden />
          <AlertDescription>{textOf(obstacle)}</AlertDescription>
        </Alert>
      ))}
      {toTick.map((obstacle) => (
        <ToTick key={keyOf(obstacle)} obstacle={obstacle} answers={answers} text={textOf(obstacle)} />
      ))}
      <Unproved answers={answers} />
      {unusualFiles.length > 0 && (
        <Field label={t`Type ${versionName} to confirm`} help={unusualFiles.map(textOf).join(' ')}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </>
  )
}

function ToTick({ obstacle, answers, text }: { obstacle: Obstacle; answers: ObstacleAnswers; text: string }) {
  const id = useId()
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-3">
      <Checkbox id={id} checked={answers.isTicked(obstacle)} onCheckedChange={(isOn) => answers.tick(obstacle, isOn === true)} />
      <Label htmlFor={id} className="leading-snug!">
        {text}
      </Label>
    </div>
  )
}

/** Proof from real hardware is missing where it is required: an administrator may give a reason, others read that one could. */
function Unproved({ answers: { unproved, mayExcept, reason, setReason } }: { answers: ObstacleAnswers }) {
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
