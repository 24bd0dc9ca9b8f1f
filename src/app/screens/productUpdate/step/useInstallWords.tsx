import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { compareVersions } from '../../../../contract/versionOrder.ts'
import { usePercentText } from '../../../i18n/measures.ts'
import { conditionsOf } from '../../../update/offers/detectorFacts.ts'
import { type InstallStep, isSameAsInterrupted, type PageStep } from '../../../update/pageStep.ts'
import { useKeptText } from '../support/useKeptText.ts'
import { useChainText } from '../support/useChainText.ts'
import { useLanguageText } from './useLanguageText.ts'

export type StepWords = {
  readonly headline: string
  readonly sentence: ReactNode
}

type OfferStep = InstallStep | Extract<PageStep, { name: 'nothingOffered' }>

/** The headline and the sentence where the firmwares for a connected detector are known. */
export function useInstallWords(): (step: OfferStep) => StepWords {
  const { t } = useLingui()
  const languageText = useLanguageText()
  const percentText = usePercentText()
  const keptText = useKeptText()
  const { stepsText, chainText } = useChainText()

  function nothingWords({ known, outlook }: Extract<PageStep, { name: 'nothingOffered' }>): StepWords {
    const kept = outlook?.kept ?? null
    if (known.state === 'none')
      return {
        headline: t`No firmware: the update was interrupted`,
        sentence: t`Version ${known.versionName}, which was being installed, is no longer available. Connect the detector again once there is another one.`,
      }
    if (known.state === 'installed' && known.isRecalled === true) {
      const { versionName } = known
      const nothing = t`There is nothing to install in its place yet.`
      return { headline: t`${versionName} was withdrawn`, sentence: kept === null ? nothing : `${nothing} ${keptText(kept)}` }
    }
    if (kept === null)
      return {
        headline: t`No firmware available for this detector yet`,
        sentence: t`There is nothing wrong with your detector. Come back when a new version is announced.`,
      }
    return { headline: t`Nothing to install for now`, sentence: keptText(kept) }
  }

  /** Null where the firmware is not installed in more than one step. */
  function chainWords(step: InstallStep): StepWords | null {
    const { firmware, known, outlook } = step
    const { versionName } = firmware
    const later = outlook?.later ?? []
    const last = later.at(-1)?.versionName
    if (step.name === 'update' && known.state === 'installed' && isAfterStone(step)) {
      const { versionName: stone } = known
      return {
        headline: t`Now ${versionName}`,
        sentence:
          last === undefined
            ? t`${stone} is on your detector, so ${versionName} can be installed now.`
            : t`${stone} is on your detector. ${last} takes ${later.length + 1} more steps: ${stepsText(versionsOf(step))}.`,
      }
    }
    const sentence = chainText(versionsOf(step))
    if (sentence === null) return null
    return { headline: t`First ${versionName}`, sentence: known.state === 'unknown' ? `${sentence} ${unknownText(known)}` : sentence }
  }
  /** What replaces a withdrawn version. */
  function replaceWords(step: InstallStep, before: string): StepWords {
    const { versionName } = step.firmware
    const headline = t`Replace ${before} with ${versionName}`
    const chain = chainText(versionsOf(step))
    if (chain !== null) return { headline, sentence: `${t`${before} was withdrawn.`} ${chain}` }
    return {
      headline,
      sentence:
        step.change.version === 'older'
          ? t`${before} was withdrawn. Please go back to ${versionName} for now.`
          : t`${before} was withdrawn, and ${versionName} replaces it.`,
    }
  }
  function unknownText({ versionName }: Pick<Extract<InstallStep['known'], { state: 'unknown' }>, 'versionName'>): string {
    return versionName === null
      ? t`The installed version is not known, because the detector has not been updated from this account yet. Installing is safe, whatever version it has.`
      : t`The installed version is not known: the last update, to ${versionName}, may not have succeeded. Installing is safe, whichever it is.`
  }

  return (step) => {
    if (step.name === 'nothingOffered') return nothingWords(step)
    const { versionName, language } = step.firmware
    if (step.name === 'replace') return replaceWords(step, step.known.state === 'installed' ? step.known.versionName : versionName)
    const chain = chainWords(step)
    if (chain !== null) return chain
    switch (step.name) {
      case 'finish':
        return {
          headline: isSameAsInterrupted(step) ? t`Finish the update` : t`Install ${versionName}`,
          sentence:
            step.percent === null
              ? t`This detector has no firmware: its update was interrupted. It is safe, and the update can be started again as often as needed.`
              : t`This detector has no firmware: its update stopped at ${percentText(step.percent)}. It is safe, and the update can be started again as often as needed.`,
        }
      case 'unknown':
        return { headline: t`Install ${versionName}`, sentence: unknownText(step.known.state === 'unknown' ? step.known : step.firmware) }
      case 'upToDate':
        if (step.change.version === 'older' && step.known.state === 'installed')
          return { headline: t`Your detector has ${step.known.versionName}`, sentence: t`No newer version is offered for it for now.` }
        // "Up to date" would be half of the truth where there is a newer one.
        return (step.outlook?.kept ?? null) === null
          ? { headline: t`Up to date`, sentence: t`Version ${versionName} is the newest for your detector in this language.` }
          : { headline: t`Your detector has ${versionName}`, sentence: t`This is the newest version that it can have for now.` }
      case 'again':
        return { headline: t`Install ${versionName} again`, sentence: t`Your detector has this version. A newer one is available.` }
      case 'update':
        return { headline: t`Update to ${versionName}`, sentence: t`A newer version is available for this detector.` }
      case 'older':
        return { headline: t`Install ${versionName}`, sentence: t`This version is older than the one on your detector.` }
      case 'otherLanguage':
        return {
          headline: t`Install ${versionName} (${languageText(language)})`,
          sentence: t`Your detector has this version in another language.`,
        }
    }
  }
}

/** Whether the installed version is the stepping stone to it. */
function isAfterStone({ firmware, known }: InstallStep): boolean {
  const { steppingStone } = conditionsOf(firmware).requirements
  return known.state === 'installed' && steppingStone !== null && compareVersions(known.versionName, steppingStone) === 'same'
}

/** What is installed now, and what after it. */
function versionsOf({ firmware, outlook }: InstallStep): string[] {
  return [firmware, ...(outlook?.later ?? [])].map(({ versionName }) => versionName)
}
