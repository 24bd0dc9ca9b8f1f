import { Trans, useLingui } from '@lingui/react/macro'
import { AppError } from '../../../../errors.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { useNow } from '../../../browser/useNow.ts'
import { formatDate, formatDateTime, formatTime } from '../../../i18n/formatDate.ts'
import { useSpentText } from '../../../i18n/measures.ts'
import { isReinstall, type LastEnd } from '../../../update/records/lastEnd.ts'
import type { PageStep } from '../../../update/pageStep.ts'
import { RestartRemedy } from '../support/RestartRemedy.tsx'
import { useReachText } from '../support/useReachText.ts'
import { Named, RecalledText, WaitingText } from './OtherDetectorText.tsx'
import { type StepWords, useInstallWords } from './useInstallWords.tsx'

/** The headline and the sentence of each step. */
export function useStepWords(): (step: PageStep) => StepWords {
  const { t } = useLingui()
  const errorText = useErrorText()
  const installWords = useInstallWords()
  const spentText = useSpentText()
  const reachText = useReachText()
  const today = formatDate(useNow().toISOString())

  /** The same headline wherever the update runs. */
  function updatingWords(step: Extract<PageStep, { name: 'updating' }>): StepWords {
    switch (step.where) {
      case 'here':
        return {
          headline: updatingTo(step.versionName),
          sentence: t`Keep the cable plugged in and this page open until the update has finished.`,
        }
      case 'otherTab':
        return {
          headline: step.progress === null ? t`An update is running` : updatingTo(step.progress.versionName),
          sentence: t`Another tab is updating this detector. Keep that tab open: this page will then continue automatically.`,
        }
      case 'otherComputer':
        return {
          headline: updatingTo(step.detector.versionName),
          sentence: (
            <Trans>
              Your <Named detector={step.detector} /> is being updated on another computer. There is nothing to do here.
            </Trans>
          ),
        }
    }
  }
  function updatingTo(versionName: string): string {
    return t`Updating to ${versionName}`
  }

  function hasVersion({ productName, versionName }: LastEnd['target']): string {
    return t`${productName} has ${versionName}`
  }
  function endText({ target, at, tookMs }: LastEnd): string {
    const when = formatDate(at) === today ? t`at ${formatTime(Date.parse(at))}` : t`on ${formatDateTime(at)}`
    const took = spentText(tookMs)
    return isReinstall(target)
      ? t`Reinstalled ${when} in ${took}. You can unplug it now.`
      : t`Installed ${when} in ${took}. You can unplug it now.`
  }
  /** After a stepping stone. */
  function nextText(next: string | undefined): string | null {
    return next === undefined ? null : t`Next comes ${next}: connect your detector again.`
  }
  function wasRunning(heardAt: string): string {
    if (formatDate(heardAt) !== today) return t`An update was running on ${formatDateTime(heardAt)}`
    return t`An update was running at ${formatTime(Date.parse(heardAt))}`
  }

  return (step) => {
    switch (step.name) {
      case 'updating':
        return updatingWords(step)
      case 'restarted':
        return { headline: hasVersion(step.end.target), sentence: nextText(step.end.target.next) ?? endText(step.end) }
      case 'notRestarted':
        return {
          headline: t`Your detector did not restart`,
          sentence: <RestartRemedy productName={step.end.target.productName} />,
        }
      case 'silent': {
        const { heardAt, versionName, hasErased } = step.detector
        return {
          headline: wasRunning(heardAt),
          sentence: (
            <>
              <Trans>
                Nothing has been heard of it since. The update of your <Named detector={step.detector} /> to {versionName} may be finishing
                without a network.
              </Trans>{' '}
              {hasErased ? (
                <Trans>If it has stopped, connect the detector to this computer to finish it.</Trans>
              ) : (
                <Trans>If it has stopped, connect the detector to this computer.</Trans>
              )}
            </>
          ),
        }
      }
      case 'phone':
        return { headline: t`Open this page on a computer`, sentence: reachText(step.name) }
      case 'otherBrowser':
        return { headline: t`Not supported in this browser`, sentence: reachText(step.name) }
      case 'notSecure':
        return { headline: t`Not supported at this address`, sentence: reachText(step.name) }
      case 'choosing':
        return { headline: t`Which detector?`, sentence: t`More than one is plugged in. Choose the one you want to update.` }
      case 'alike':
        return {
          headline: t`Unplug one detector`,
          sentence: t`Two detectors of the same model are plugged in. Leave only the one you want to update, or choose it by its serial number.`,
        }
      case 'connecting':
        return { headline: t`Connecting…`, sentence: t`The detector is being identified. Nothing on it is changed.` }
      case 'notConnected':
        return { headline: t`The detector could not be connected`, sentence: errorText(new AppError(step.cause)) }
      case 'waiting':
        return { headline: t`Finish the update`, sentence: <WaitingText {...step} /> }
      case 'recalled': {
        const { versionName, productName } = step.detector
        return { headline: t`Replace ${versionName} on your ${productName}`, sentence: <RecalledText {...step} /> }
      }
      case 'handleLost':
        return {
          headline: t`The browser has lost the detector`,
          sentence: t`It passes nothing on to it any more. Reconnect it to go on.`,
        }
      case 'lost':
        return {
          headline: t`The detector was unplugged`,
          sentence: t`Plug it back in, then connect it. Some detectors have to be chosen again each time.`,
        }
      case 'connect':
        return {
          headline: t`Connect your detector`,
          sentence: t`Plug it into this computer with its USB cable. Nothing changes on it until you say so.`,
        }
      case 'identifying':
        return { headline: t`Identifying your detector…`, sentence: t`The portal is looking up its model and the firmware for it.` }
      case 'unknownModel':
        return {
          headline: t`Model not recognised`,
          sentence: t`A detector answered with the type number ${step.productTypeId}, which the portal does not know. Nothing was changed on it. Try again once the model has been added; if your model is in the list already, unplug the detector and connect it again.`,
        }
      case 'neverSeen':
        return {
          headline: t`Internet connection needed`,
          sentence: t`The portal has to look up the firmware for this detector once. Detectors in your list can be updated offline if their firmware is saved on this computer.`,
        }
      case 'notIdentified':
        return { headline: t`The detector could not be identified`, sentence: errorText(step.error) }
      case 'notOffered':
        return { headline: t`The firmware list could not be loaded`, sentence: errorText(step.error) }
      case 'nothingOffered':
      case 'finish':
      case 'unknown':
      case 'upToDate':
      case 'again':
      case 'update':
      case 'replace':
      case 'older':
      case 'otherLanguage':
        return installWords(step)
    }
  }
}
