import { Trans, useLingui } from '@lingui/react/macro'
import { Cable, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { chooseDetector, connectDetector, isWebHidSupported, reconnectDetector } from '../../../detector/device.ts'
import type { ElsewhereProgress } from '../../../detector/updateElsewhere.ts'
import { CopyField } from '../../../kit/text/CopyField.tsx'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatSerial } from '../detector/formatSerial.ts'
import { ContactLink } from '../support/ContactLink.tsx'
import { CopyLink } from '../support/CopyLink.tsx'
import { usePercentText } from '../../../i18n/measures.ts'
import { ConnectionErrorHelp } from './ConnectionErrorHelp.tsx'
import { ConfirmWorks } from './ConfirmWorks.tsx'
import { Connect, Simulated } from './ConnectButtons.tsx'
import { InstallStep } from './InstallStep.tsx'
import { NothingAction } from './KeptNote.tsx'
import type { PageStep } from '../../../update/pageStep.ts'
import { StepPanel } from './StepPanel.tsx'
import type { PageView } from './usePageStep.ts'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../../contract/rules.ts'
import { lastEnd } from '../../../update/flow/appUpdateFlow.ts'
import { ChangeFold } from './ChangeFold.tsx'

/** What to do now, in every state of the page. */
export function NextStep({ view }: { view: PageView }) {
  const { step, product } = view
  switch (step.name) {
    case 'updating':
      return <Updating step={step} />
    case 'phone':
      // QA connects the simulated detector by the address.
      return <StepPanel step={step} button={<CopyLink />} />
    case 'otherBrowser':
    case 'notSecure':
      return <StepPanel step={step} support={<Simulated />} />
    case 'choosing':
    case 'alike':
      return (
        <StepPanel step={step} support={<Simulated />}>
          <Choice {...step} />
        </StepPanel>
      )
    case 'connecting':
    case 'connect':
      return <StepPanel step={step} button={<Connect isBusy={step.name === 'connecting'} />} support={<Simulated />} />
    case 'handleLost':
    case 'lost':
      return <StepPanel step={step} button={<Connect isAgain />} support={<Simulated />} />
    case 'recalled':
      return <StepPanel step={step} button={<Connect isAgain={step.isLost} />} support={<Simulated />} />
    case 'waiting':
      return (
        <StepPanel
          step={step}
          button={<Connect isAgain={step.isLost} />}
          support={
            <>
              <ConfirmWorks serialNumber={step.detector.serialNumber} />
              <Simulated />
            </>
          }
        />
      )
    case 'restarted':
    case 'notRestarted':
      return <EndedStep step={step} />
    case 'silent':
      return (
        <StepPanel
          step={step}
          button={<Connect isAgain={step.isLost} />}
          support={
            <>
              {step.detector.hasErased && <ConfirmWorks serialNumber={step.detector.serialNumber} />}
              <Simulated />
            </>
          }
        />
      )
    case 'notConnected':
      return (
        <StepPanel step={step} button={<Retry onRetry={() => void reconnectDetector()} />} support={<Simulated />}>
          <ConnectionErrorHelp cause={step.cause} />
        </StepPanel>
      )
    case 'identifying':
      return (
        <StepPanel step={step}>
          <Skeleton className="h-13 w-full" />
        </StepPanel>
      )
    case 'unknownModel':
      return (
        <StepPanel
          step={step}
          button={
            <div className="flex flex-wrap items-center gap-3">
              <Retry onRetry={product.retry} />
              <ContactLink />
            </div>
          }
        >
          <UnknownModel productTypeId={step.productTypeId} />
        </StepPanel>
      )
    case 'nothingOffered': {
      const { known, outlook } = step
      const isRecalled = known.state === 'installed' && known.isRecalled === true
      return <StepPanel step={step} button={<NothingAction kept={outlook?.kept ?? null} isRecalled={isRecalled} />} />
    }
    case 'neverSeen':
    case 'notIdentified':
    case 'notOffered':
      return <StepPanel step={step} button={<Retry onRetry={product.retry} />} />
    case 'finish':
    case 'unknown':
    case 'upToDate':
    case 'update':
    case 'replace':
    case 'again':
    case 'older':
    case 'otherLanguage':
      return typeof product.userProduct === 'string' ? null : <InstallStep step={step} userProduct={product.userProduct} view={view} />
  }
}

function Retry({ onRetry }: { onRetry: () => void }) {
  return (
    <Button data-step-button size="lg" className="w-full sm:w-fit" onClick={onRetry}>
      <RotateCw aria-hidden />
      <Trans>Try again</Trans>
    </Button>
  )
}

/** By their names, or by their serial numbers where two names are the same. */
function Choice({ name, candidates }: Extract<PageStep, { name: 'choosing' | 'alike' }>) {
  return (
    <ul className="flex flex-col gap-2">
      {candidates.map(({ key, label, serialNumber }) => (
        <li key={key}>
          <Button variant="outline" className="w-full sm:w-fit" onClick={() => void chooseDetector(key)}>
            {name === 'alike' ? `${label}, ${formatSerial(serialNumber)}` : label}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** There is no button: an update that runs needs nothing. Another detector can still be connected while another computer updates one. */
function Updating({ step }: { step: Extract<PageStep, { name: 'updating' }> }) {
  switch (step.where) {
    // Its progress is in the dialog above.
    case 'here':
      return <StepPanel step={step} />
    case 'otherTab':
      return <StepPanel step={step}>{step.progress !== null && <Running {...step.progress} />}</StepPanel>
    case 'otherComputer': {
      const { percent } = step.detector
      return (
        <StepPanel step={step} support={isWebHidSupported() ? <ConnectOther /> : <Simulated />}>
          {percent !== null && <Running {...step.detector} percent={percent} />}
        </StepPanel>
      )
    }
  }
}

function Running({ productName, versionName, percent }: Omit<ElsewhereProgress, 'userProductId'>) {
  const { t } = useLingui()
  const percentText = usePercentText()
  return (
    <div className="flex flex-col gap-2 tabular-nums">
      <p>
        <span translate="no" className="font-semibold">
          {percentText(percent)}
        </span>{' '}
        <span className="text-muted-foreground">
          <Trans>
            {productName}, version {versionName}
          </Trans>
        </span>
      </p>
      <Progress value={percent} aria-label={t`Update to ${versionName}`} />
    </div>
  )
}

function ConnectOther() {
  return (
    <>
      <Button variant="ghost" size="sm" className="-ml-3 w-fit text-muted-foreground" onClick={() => void connectDetector()}>
        <Cable aria-hidden />
        <Trans>Connect another detector</Trans>
      </Button>
      <Simulated />
    </>
  )
}

/**
 * Shown when `userProduct/getOrCreate` answers 404: the portal has no product of the detector's type, or more than one and does not guess. Also
 * shows a toast (the specification, section 4).
 */
function UnknownModel({ productTypeId }: { productTypeId: number }) {
  const { t } = useLingui()
  const title = t`Model not recognised`
  useEffect(() => {
    toast.error(title, { id: 'unknownModel', duration: toastErrorMs })
  }, [title])
  return <CopyField label={t`Type number`} value={String(productTypeId)} />
}

type EndedStepProps = { step: Extract<PageStep, { name: 'restarted' | 'notRestarted' }> }

/** How the last update ended, until the next thing happens or the person dismisses it. */
function EndedStep({ step }: EndedStepProps) {
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
