import { useLingui } from '@lingui/react/macro'
import type { ReleaseAudience, ShownRelease } from '../../../../contract/shownRelease.ts'
import { stateAfter, widens } from '../../../../contract/releaseStates.ts'
import type { ShownStep } from './shownSteps.ts'
import { useAudienceText, useNobodyText, usePeopleText } from './useAudienceText.ts'
import { useFirstShareText } from './useFirstShareText.ts'

type StepWords = {
  /** On the button that asks. */
  readonly ask: string
  readonly title: string
  /** In a toast, after it was done. */
  readonly done: string
}

/** What each step is called. */
export function useStepWords(versionName: string): Readonly<Record<ShownStep, StepWords>> {
  const { t } = useLingui()
  return {
    beta: {
      ask: t`Offer to beta testers…`,
      title: t`Offer ${versionName} to beta testers?`,
      done: t`${versionName} is now offered to beta testers`,
    },
    released: {
      ask: t`Offer to everyone…`,
      title: t`Offer ${versionName} to everyone?`,
      done: t`${versionName} is now offered to everyone`,
    },
    staged: {
      ask: t`Offer in steps…`,
      title: t`Offer ${versionName} in steps?`,
      done: t`${versionName} is now offered in steps`,
    },
    resume: { ask: t`Offer again…`, title: t`Offer ${versionName} again?`, done: t`${versionName} is offered again` },
    halt: { ask: t`Halt…`, title: t`Halt ${versionName}?`, done: t`${versionName} is halted` },
    withdraw: { ask: t`Withdraw…`, title: t`Withdraw ${versionName} for good?`, done: t`${versionName} is withdrawn` },
  }
}

type Asked = {
  readonly step: ShownStep
  readonly release: Pick<ShownRelease, 'state' | 'reach' | 'versionName' | 'requirements' | 'holds' | 'plan'>
  readonly audience: ReleaseAudience
  /** Of the step `staged`: what the first share reaches. */
  readonly share?: number | undefined
}

/** What a step does, in short sentences: whom the release is offered to then, or taken from. */
export function useStepSentence(): (asked: Asked) => string {
  const { t } = useLingui()
  const audienceText = useAudienceText()
  const nobodyText = useNobodyText()
  const firstShareText = useFirstShareText()
  return ({ step, release, audience, share = 1 }) => {
    const { state, reach, plan } = release
    const isNobody = audience.customers === 0
    switch (step) {
      case 'beta':
        if (isNobody) return nobodyText(release, 'beta')
        return widens(state, 'beta')
          ? t`It will be offered to ${audienceText(audience, 'beta')}.`
          : t`It will be offered only to ${audienceText(audience, 'beta')}. Updates that others have begun can be finished.`
      case 'staged':
        return firstShareText({ release, audience, share })
      case 'released':
      case 'resume': {
        const target = reachAfter(step, reach)
        return isNobody ? nobodyText(release, target, plan?.share) : t`It will be offered to ${audienceText(audience, target)}.`
      }
      case 'halt':
        return isNobody
          ? t`No update with it can begin any more. Updates that have begun can be finished. You can offer it again later.`
          : t`It will no longer be offered to ${audienceText(audience, reach)}. Updates that have begun can be finished. You can offer it again later.`
      case 'withdraw': {
        const consequence =
          isNobody || state === 'halted'
            ? t`Interrupted updates can no longer be finished with it. This is final: this version is never offered again.`
            : t`It will no longer be offered to ${audienceText(audience, reach)}, and interrupted updates cannot be finished with it. This is final: this version is never offered again.`
        return `${consequence} ${t`Owners who have it on a detector are told by mail and on their page.`}`
      }
    }
  }
}

/** What the main button of the question says. */
export function useStepAction(): (asked: Asked) => string {
  const { t } = useLingui()
  const peopleText = usePeopleText()
  return ({ step, release: { reach, versionName }, audience }) => {
    switch (step) {
      case 'beta':
      case 'staged':
      case 'released':
      case 'resume': {
        const target = reachAfter(step, reach)
        if (audience.customers > 0) return t`Offer to ${peopleText(audience, target)}`
        if (target === 'staged') return t`Offer in steps`
        return target === 'beta' ? t`Offer to beta testers` : t`Offer to everyone`
      }
      case 'halt':
        return t`Halt ${versionName}`
      case 'withdraw':
        return t`Withdraw ${versionName}`
    }
  }
}

function reachAfter(step: Exclude<ShownStep, 'halt' | 'withdraw'>, before: ShownRelease['reach']): ShownRelease['reach'] {
  const state = stateAfter(step, before)
  return state === 'beta' || state === 'staged' ? state : 'released'
}
