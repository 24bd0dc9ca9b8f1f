import { type KeyboardEvent, useState } from 'react'
import {
  isLastStep,
  nextStep,
  openFamily,
  previousStep,
  resetSteps,
  type TutorialFamily,
  type TutorialPaging,
  tutorialStart,
} from './tutorialPaging.ts'

export type Tutorial = {
  readonly paging: TutorialPaging
  readonly open: (family: TutorialFamily) => void
  readonly goBack: () => void
  /** After the last step, resets all steps and ends the tutorial. */
  readonly goOn: () => void
  /** Ends the tutorial and keeps the current page. */
  readonly skip: () => void
  /** For the element around the tutorial. */
  readonly turnByKey: (event: KeyboardEvent<HTMLElement>) => void
}

/** The current page of the three tutorials, from `start` on. `onEnd` is called during the click that ends one, because WebHID needs a user gesture. */
export function useTutorial(onEnd: () => void, start = tutorialStart): Tutorial {
  // Until a page is turned, the start may still change: which detectors the person has is known late.
  const [turned, setTurned] = useState<TutorialPaging>()
  const paging = turned ?? start
  const setPaging = (change: (before: TutorialPaging) => TutorialPaging) => setTurned(change(paging))

  function goOn(): void {
    if (!isLastStep(paging)) return setPaging(nextStep)
    setPaging(resetSteps)
    onEnd()
  }

  /** The arrow keys turn pages, except on the tabs, where they switch tabs. They never end the tutorial. */
  function turnByKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.target instanceof Element && event.target.closest('[role=tablist]') !== null) return
    if (event.key === 'ArrowRight') setPaging(nextStep)
    if (event.key === 'ArrowLeft') setPaging(previousStep)
  }

  return {
    paging,
    open: (family) => setPaging((before) => openFamily(before, family)),
    goBack: () => setPaging(previousStep),
    goOn,
    skip: onEnd,
    turnByKey,
  }
}
