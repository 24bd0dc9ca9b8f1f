import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleDashed, type LucideIcon, OctagonX, TriangleAlert } from 'lucide-react'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { cn } from '../../../ui/cn.ts'
import { type Verdict, verdictOf } from './outcomeVerdict.ts'
import { useTestName } from './useTestName.ts'

type Look = { readonly icon: LucideIcon; readonly className: string }

const looks: Readonly<Record<Verdict['level'], Look>> = {
  halting: { icon: OctagonX, className: 'bg-destructive/10 text-destructive' },
  near: { icon: TriangleAlert, className: 'bg-warning/12 text-warning' },
  portal: { icon: TriangleAlert, className: 'bg-warning/12 text-warning' },
  good: { icon: CircleCheck, className: 'bg-success/12 text-success' },
  open: { icon: CircleDashed, className: 'bg-secondary text-secondary-foreground' },
}

/** Whether to worry, in one line. */
export function OutcomeVerdict({ outcomes, haltedFor }: { outcomes: ShownOutcomes; haltedFor: Verdict['test'] }) {
  const verdict = verdictOf(outcomes, haltedFor)
  const testName = useTestName()
  const { icon: Icon, className } = looks[verdict.level]
  const text = useLevelTexts()[verdict.level]
  return (
    <p
      className={cn(
        'flex w-fit items-start gap-2 rounded-md px-2.5 py-1 font-medium text-pretty forced-colors:border [&>svg]:mt-0.5 [&>svg]:size-4',
        className,
      )}
    >
      <Icon aria-hidden className="shrink-0" />
      <span>
        {text}
        {verdict.test !== null && ` · ${testName(verdict.test)}`}
      </span>
    </p>
  )
}

function useLevelTexts(): Readonly<Record<Verdict['level'], string>> {
  const { t } = useLingui()
  return {
    halting: t`Worse than expected: halted`,
    near: t`Worse than expected: close to the halt`,
    portal: t`Worse than expected with one build or browser`,
    good: t`As good as expected`,
    open: t`Too early to tell`,
  }
}
