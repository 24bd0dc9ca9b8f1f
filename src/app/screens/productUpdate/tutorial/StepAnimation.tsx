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

/** Shrinks on low screens, so that the text and the buttons below stay visible. */
const sheet = 'aspect-8/5 max-h-[max(9rem,92dvh-27rem)] w-full rounded-lg bg-muted [@media(max-height:44rem)]:max-h-[max(9rem,92dvh-24rem)]'

type StepAnimationProps = { family: TutorialFamily; number: number; step: TutorialStep; siteUrl: string }

/** The step's animation: the maker's own where there is a site and a network, or else our drawing. */
export function StepAnimation({ family, number, step, siteUrl }: StepAnimationProps) {
  const { i18n, t } = useLingui()
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  const title = i18n._(step.title)
  const name = t`Drawing: ${title}`
  if (siteUrl !== '' && isOnline) {
    // The page of another site: it may run scripts, but cannot reach this page.
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

type OwnAnimationProps = { name: string; Picture: TutorialStep['Picture'] }

/** The animation can be stopped and played (WCAG 2.2.2). With reduced motion there is nothing to stop. */
function OwnAnimation({ name, Picture }: OwnAnimationProps) {
  const { t } = useLingui()
  const [isStill, setStill] = useState(false)
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
        onClick={() => setStill(!isStill)}
      >
        {isStill ? <Play aria-hidden /> : <Pause aria-hidden />}
      </Button>
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  return onlineManager.subscribe(listener)
}
