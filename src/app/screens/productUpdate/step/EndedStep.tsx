import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { lastEnd } from '../../../update/flow/appUpdateFlow.ts'
import type { PageStep } from '../../../update/pageStep.ts'
import { ContactLink } from '../support/ContactLink.tsx'
import { ChangeFold } from './ChangeFold.tsx'
import { Connect, Simulated } from './ConnectButtons.tsx'
import { StepPanel } from './StepPanel.tsx'

type EndedStepProps = { step: Extract<PageStep, { name: 'restarted' | 'notRestarted' }> }

/** How the last update ended, until the next thing happens or the person dismisses it. */
export function EndedStep({ step }: EndedStepProps) {
  const { changeLog, target } = step.end
  const hasRestarted = step.name === 'restarted'
  return (
    <StepPanel
      step={step}
      button={hasRestarted && target.next === undefined ? <Connect variant="outline" /> : <Connect isAgain />}
      support={
        <>
          {hasRestarted ? <ChangeFold changeLog={changeLog} versionName={target.versionName} /> : <ContactLink />}
          <Button variant="ghost" size="sm" className="-ml-3 w-fit text-muted-foreground" onClick={() => lastEnd.set(null)}>
            {hasRestarted ? <Trans>Dismiss</Trans> : <Trans>It has restarted since</Trans>}
          </Button>
          <Simulated />
        </>
      }
    />
  )
}
