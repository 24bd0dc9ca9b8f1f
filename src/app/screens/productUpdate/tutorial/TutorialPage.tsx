import { useLingui } from '@lingui/react/macro'
import { cn } from '../../../ui/cn.ts'
import { StepAnimation } from './StepAnimation.tsx'
import { tutorials } from './steps/tutorials.ts'
import type { TutorialFamily } from './tutorialPaging.ts'

type TutorialPageProps = { family: TutorialFamily; number: number; siteUrl: string; isStill: boolean }

/** One step: its drawing, its number and its text, which is announced when it changes. */
export function TutorialPage({ family, number, siteUrl, isStill }: TutorialPageProps) {
  const { i18n, t } = useLingui()
  const { steps } = tutorials[family]
  const step = steps[number - 1]
  if (step === undefined) return null
  const last = steps.length
  return (
    <div className="flex flex-col gap-4">
      <StepAnimation family={family} number={number} step={step} siteUrl={siteUrl} isStill={isStill} />
      <div aria-hidden className="flex gap-1">
        {steps.map(({ title }, index) => (
          <span
            key={title.id}
            className={cn('h-1 flex-1 rounded-full bg-border transition-colors duration-200', index < number && 'bg-primary')}
          />
        ))}
      </div>
      {/* As high as the longest step, so that the buttons below do not move. */}
      <div aria-live="polite" aria-atomic className="flex flex-col gap-1 @md:min-h-32 [@media(min-height:44rem)]:@max-md:min-h-49">
        <p className="text-sm text-muted-foreground" aria-label={t`Step ${number} of ${last}`}>
          {number} / {last}
        </p>
        <h3 className="text-lg leading-snug font-semibold">{i18n._(step.title)}</h3>
        <p className="text-pretty">{i18n._(step.text)}</p>
      </div>
    </div>
  )
}
