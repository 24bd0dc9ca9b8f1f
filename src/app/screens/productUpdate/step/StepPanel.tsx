import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { cn } from '../../../ui/cn.ts'
import type { PageStep } from '../../../update/pageStep.ts'
import { useStepWords } from './useStepWords.tsx'

type StepPanelProps = {
  step: PageStep
  /** The one primary button, if there is something to do. */
  button?: ReactNode
  /** Shown between the sentence and the button. */
  children?: ReactNode
  /** Shown below the button. */
  support?: ReactNode
}

const tones: Partial<Record<PageStep['name'], string>> = {
  finish: 'border-warning/50 bg-warning/6',
  waiting: 'border-warning/50 bg-warning/6',
  recalled: 'border-warning/50 bg-warning/6',
  lost: 'border-warning/50 bg-warning/6',
  restarted: 'border-success/40 bg-success/5',
  notRestarted: 'border-destructive/40 bg-destructive/5',
  notConnected: 'border-destructive/40 bg-destructive/5',
}

/** The next step: headline, sentence and button, in the same place in every state. */
export function StepPanel({ step, button, children, support }: StepPanelProps) {
  const { t } = useLingui()
  const { headline, sentence } = useStepWords()(step)
  const headlineId = useId()
  return (
    <section
      aria-label={t`Next step`}
      className={cn('flex flex-col gap-4 rounded-xl border px-5 py-5 shadow-card sm:px-6', tones[step.name] ?? 'bg-card')}
    >
      <div className="flex flex-col gap-1.5" aria-live="polite">
        <h2 id={headlineId} tabIndex={-1} data-step-headline className="text-2xl font-semibold tracking-tight text-balance outline-none">
          {headline}
        </h2>
        <p className="text-pretty text-muted-foreground">{sentence}</p>
      </div>
      {children}
      {button}
      {support !== undefined && <div className="flex flex-col gap-1 border-t pt-3">{support}</div>}
    </section>
  )
}
