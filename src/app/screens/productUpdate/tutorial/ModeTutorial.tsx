import { Trans } from '@lingui/react/macro'
import { reconnectDetector } from '../../../detector/device.ts'
import { useLastFamily } from '../detector/useLastFamily.ts'
import { focusSideTutorial, useSideArea } from './SideTutorial.tsx'
import { TutorialButton, TutorialOpener } from './TutorialOpener.tsx'
import { startOf } from './tutorialPaging.ts'

/** Leads to the step of the tutorial that explains update mode: beside the page, where it is open there already, or in the dialog. */
export function ModeTutorial() {
  const family = useLastFamily()
  const hasSideRoom = useSideArea()
  const words = <Trans>How to turn on update mode</Trans>
  if (hasSideRoom) return <TutorialButton onClick={focusSideTutorial}>{words}</TutorialButton>
  return (
    <TutorialOpener start={startOf(family, 'mode')} onRequestDevices={() => void reconnectDetector()}>
      {words}
    </TutorialOpener>
  )
}
