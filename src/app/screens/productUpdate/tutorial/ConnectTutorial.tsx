import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ownUpdates } from '../../../update/ownQueries.ts'
import { TutorialOpener } from './TutorialOpener.tsx'

type ConnectTutorialProps = {
  /** No detector is connected. The tutorial then opens for a user without any update, until they close it. */
  isAbsent: boolean
  /** Opens the browser's device chooser, during a click; null when there is nothing to choose. */
  onRequestDevices: (() => void) | null
}

/** Where there is no room beside the page: the button that opens the tutorial. */
export function ConnectTutorial({ isAbsent, onRequestDevices }: ConnectTutorialProps) {
  const updates = useQuery(ownUpdates)
  const isNewcomer = isAbsent && updates.data?.length === 0
  return (
    <TutorialOpener isOpenAtFirst={isNewcomer} onRequestDevices={() => onRequestDevices?.()}>
      <Trans>How to connect my detector</Trans>
    </TutorialOpener>
  )
}
