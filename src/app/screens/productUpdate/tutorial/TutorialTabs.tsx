import { useLingui } from '@lingui/react/macro'
import { onlineManager } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/tabs.tsx'
import { tutorials } from './steps/tutorials.ts'
import { tutorialFamilies, type TutorialFamily } from './tutorialPaging.ts'
import type { Tutorial } from './useTutorial.ts'
import { cn } from '../../../ui/cn.ts'
import { animationAddress } from './animationAddress.ts'
import { Drawing } from './drawing/Drawing.tsx'
import type { TutorialStep } from './steps/tutorialStep.ts'

type TutorialTabsProps = {
  tutorial: Tutorial
  siteUrl: string
}

/** The three tutorials, one of them open. */
export function TutorialTabs({ tutorial: { paging, open }, siteUrl }: TutorialTabsProps) {
  const { i18n } = useLingui()
  return (
    <Tabs
      className="@container"
      value={paging.family}
      onValueChange={(value) => {
        const family = tutorialFamilies.find((candidate) => candidate === value)
        if (family !== undefined) open(family)
      }}
    >
      <TabsList className="gap-3! @sm:gap-5!">
        {tutorialFamilies.map((family) => (
          <TabsTrigger key={family} value={family}>
            {i18n._(tutorials[family].label)}
          </TabsTrigger>
        ))}
      </TabsList>
      {tutorialFamilies.map((family) => (
        <TabsContent key={family} value={family}>
          <TutorialPage family={family} number={paging.stepIndexes[family] + 1} siteUrl={siteUrl} />
        </TabsContent>
      ))}
    </Tabs>
  )
}

type TutorialPageProps = { family: TutorialFamily; number: number; siteUrl: string }

/** One step: its drawing, its number and its text, which is announced when it changes. */
function TutorialPage({ family, number, siteUrl }: TutorialPageProps) {
  const { i18n, t } = useLingui()
  const { steps } = tutorials[family]
  const step = steps[number - 1]
  if (step === undefined) return null
  const last = steps.length
  return (
    <div className="flex flex-col gap-4">
      <StepAnimation family={family} number={number} step={step} siteUrl={siteUrl} />
      <div aria-hidden className="flex gap-1">
        {steps.map(({ title }, index) => (
          <span
            key={title.id}
            className={cn(
              'h-1 flex-1 rounded-full transition-colors duration-200 forced-colors:border',
              index < number ? 'bg-primary forced-colors:bg-[CanvasText]' : 'bg-border',
            )}
          />
        ))}
      </div>
      {/* As high as the longest step, so that the buttons below do not move. */}
      <div aria-live="polite" aria-atomic className="flex flex-col gap-1 @md:min-h-32 [@media(min-height:44rem)]:@max-md:min-h-49">
        <p className="text-sm text-muted-foreground" aria-label={t`Step ${number} of ${last}`}>
          {`${number} / ${last}`}
        </p>
        <h3 className="text-lg leading-snug font-semibold">{i18n._(step.title)}</h3>
        <p className="text-pretty">{i18n._(step.text)}</p>
      </div>
    </div>
  )
}

/** Shrinks on low screens, so that the text and the buttons below stay visible. */
const sheet = 'aspect-8/5 max-h-[max(9rem,92dvh-27rem)] w-full rounded-lg bg-muted [@media(max-height:44rem)]:max-h-[max(9rem,92dvh-24rem)]'

type StepAnimationProps = { family: TutorialFamily; number: number; step: TutorialStep; siteUrl: string }

/** The step's animation: the maker's own where there is a site and a network, or else our drawing. */
function StepAnimation({ family, number, step, siteUrl }: StepAnimationProps) {
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
  return <OwnAnimation key={number} name={name} picture={step.picture} />
}

type OwnAnimationProps = { name: string; picture: ReactNode }

/** The animation can be stopped and played (WCAG 2.2.2). With reduced motion there is nothing to stop. */
function OwnAnimation({ name, picture }: OwnAnimationProps) {
  const { t } = useLingui()
  const [isStill, setStill] = useState(false)
  return (
    <div className={cn(sheet, 'relative flex justify-center overflow-hidden')}>
      <Drawing name={name} isStill={isStill}>
        {picture}
      </Drawing>
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
