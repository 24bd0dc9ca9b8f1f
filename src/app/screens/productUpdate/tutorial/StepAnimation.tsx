import { useLingui } from '@lingui/react/macro'
import { onlineManager } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { animationAddress } from './animationAddress.ts'
import { StillContext } from './drawing/Drawing.tsx'
import type { TutorialStep } from './steps/tutorialStep.ts'
import type { TutorialFamily } from './tutorialPaging.ts'

/** Gives way on low screens, so that words and buttons stay in sight below it: what they need is taken from the dialog's height. */
const sheet = 'aspect-8/5 max-h-[max(9rem,92dvh-27rem)] w-full rounded-lg bg-muted [@media(max-height:44rem)]:max-h-[max(9rem,92dvh-24rem)]'

type StepAnimationProps = { family: TutorialFamily; number: number; step: TutorialStep; siteUrl: string }

/** What the step looks like: the site's animation where there is a site and a network, else our own drawing. */
export function StepAnimation({ family, number, step, siteUrl }: StepAnimationProps) {
  const { i18n, t } = useLingui()
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  const title = i18n._(step.title)
  const name = t`Drawing: ${title}`
  if (siteUrl !== '' && isOnline) {
    // Another site's page: it may draw with scripts of its own, and reach nothing of ours.
    return (
      <iframe
        key={number}
        title={name}
        src={animationAddress(siteUrl, family, number)}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        className={cn(sheet, 'border')}
      />
    )
  }
  return <OwnAnimation key={number} name={name} Picture={step.Picture} />
}

/** Moves until it is stopped (WCAG 2.2.2); where the reader asked for reduced motion there is nothing to stop. */
function OwnAnimation({ name, Picture }: { name: string; Picture: TutorialStep['Picture'] }) {
  const { t } = useLingui()
  const [isStill, setIsStill] = useState(false)
  return (
    <div className={cn(sheet, 'relative flex justify-center overflow-hidden')}>
      <StillContext value={isStill}>
        <Picture name={name} />
      </StillContext>
      <Button
        variant="ghost"
        size="icon-sm"
        className="absolute top-2 right-2 text-muted-foreground motion-reduce:hidden"
        aria-label={isStill ? t`Play the animation` : t`Stop the animation`}
        onClick={() => setIsStill(!isStill)}
      >
        {isStill ? <Play aria-hidden /> : <Pause aria-hidden />}
      </Button>
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  return onlineManager.subscribe(listener)
}
