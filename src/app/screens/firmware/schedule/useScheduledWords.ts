import { useLingui } from '@lingui/react/macro'
import type { ReleaseStep } from '../../../../contract/releaseStates.ts'
import { AppError, isErrorCode } from '../../../../errors.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'

type ScheduledWords = {
  /** What will be done, and when and by whom it was set. */
  readonly ahead: (moment: string, name: string) => string
  readonly notTaken: string
}

export function useScheduledWords(): Readonly<Record<ReleaseStep, ScheduledWords>> {
  const { t } = useLingui()
  return {
    beta: {
      ahead: (moment, name) => t`Will be offered to its beta testers on ${moment}, set by ${name}`,
      notTaken: t`Not offered to its beta testers`,
    },
    staged: { ahead: (moment, name) => t`Will be offered in steps on ${moment}, set by ${name}`, notTaken: t`Not offered in steps` },
    released: {
      ahead: (moment, name) => t`Will be offered to all owners on ${moment}, set by ${name}`,
      notTaken: t`Not offered to all owners`,
    },
    resume: { ahead: (moment, name) => t`Will be offered again on ${moment}, set by ${name}`, notTaken: t`Not offered again` },
    halt: { ahead: (moment, name) => t`Will be halted on ${moment}, set by ${name}`, notTaken: t`Not halted` },
    withdraw: { ahead: (moment, name) => t`Will be withdrawn for good on ${moment}, set by ${name}`, notTaken: t`Not withdrawn` },
  }
}

/** Why a step was not taken. The usual words of two codes are for somebody who has just pressed a button. */
export function useFailureText(): (failure: string, setBy: string) => string {
  const { t } = useLingui()
  const errorText = useErrorText()
  return (failure, setBy) => {
    switch (failure) {
      case 'changed.meanwhile.error':
        return t`The release has changed since this was set.`
      case 'restored':
        return t`The portal was restored from a backup since this was set. Set it again if it is still wanted.`
      case 'not.authorized':
        return t`${setBy} may no longer take this step.`
      default:
        return errorText(new AppError(isErrorCode(failure) ? failure : 'internal.server.error'))
    }
  }
}
