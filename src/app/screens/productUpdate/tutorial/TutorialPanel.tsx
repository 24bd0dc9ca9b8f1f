import { Trans } from '@lingui/react/macro'
import { TutorialButtons } from './TutorialButtons.tsx'
import { TutorialTabs } from './TutorialTabs.tsx'
import { startOf, type TutorialFamily } from './tutorialPaging.ts'
import { useSiteUrl } from './useSiteUrl.ts'
import { useTutorial } from './useTutorial.ts'

type TutorialPanelProps = {
  /** Opens the browser's device chooser; null when there is nothing to choose. */
  onRequestDevices: (() => void) | null
  /** The family of the person's detector. */
  family: TutorialFamily
  /** A detector could not be connected: opens where update mode is explained. */
  isFailed: boolean
}

/** The three tutorials, always open. There is nothing to close: Skip and the last Next only open the device chooser. */
export function TutorialPanel({ onRequestDevices, family, isFailed }: TutorialPanelProps) {
  const tutorial = useTutorial(() => onRequestDevices?.(), startOf(family, isFailed ? 'mode' : 'first'))
  const siteUrl = useSiteUrl()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only a shortcut: the buttons do the same
    <div className="flex flex-col gap-4" onKeyDown={tutorial.turnByKey}>
      <h2 className="text-base leading-snug font-semibold">
        <Trans>How to connect your detector</Trans>
      </h2>
      <TutorialTabs tutorial={tutorial} siteUrl={siteUrl} />
      <div className="flex items-center gap-2">
        <TutorialButtons tutorial={tutorial} canSkip={onRequestDevices !== null} isAside />
      </div>
    </div>
  )
}
