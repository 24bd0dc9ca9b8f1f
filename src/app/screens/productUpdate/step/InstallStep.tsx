import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useId } from 'react'
import { judgedVersion } from '../../../../contract/requirements.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Check, evaluateChecks, isRefused } from '../../../update/checks/checks.ts'
import { updateFlow, useUpdateFlow } from '../../../update/flow/appUpdateFlow.ts'
import { mustAsk } from '../../../update/offers/firmwareOffer.ts'
import { isRunning } from '../../../update/flow/flowState.ts'
import { ChangeFold } from './ChangeFold.tsx'
import { ConfirmWorks } from './ConfirmWorks.tsx'
import { FromTo } from './FromTo.tsx'
import { KeptNote } from './KeptNote.tsx'
import { OtherVersions } from './OtherVersions.tsx'
import { type InstallStep as Step, isSameAsInterrupted } from '../../../update/pageStep.ts'
import { StepPanel } from './StepPanel.tsx'
import type { PageView } from './usePageStep.ts'
import { useChangeQuestion } from './useChangeQuestion.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react'
import { watchPlugged } from '../../../detector/pluggedDetectors.ts'
import { useUpdateElsewhere } from '../../../detector/updateElsewhere.ts'
import { Fold } from '../../../kit/text/Fold.tsx'
import { offeredKey } from '../../../update/ownQueries.ts'
import { gatherFacts } from '../../../update/checks/gatherFacts.ts'
import { CheckList } from '../checks/CheckList.tsx'

type InstallStepProps = { step: Step; userProduct: UserProduct; view: PageView }

/** A detector that can be updated: the change, the button, and below it the checks, the change log and other versions. */
export function InstallStep({ step, userProduct, view }: InstallStepProps) {
  const reasonId = useId()
  const flow = useUpdateFlow()
  const { ask, question } = useConfirm()
  const questionOf = useChangeQuestion()
  const { checks, isChecking, checkAgain } = useChecks(userProduct, step)
  const isRefusedNow = checks !== null && isRefused(checks)
  const { firmware, known, change, outlook } = step
  const kept = outlook?.kept ?? null
  const isUpToDate = step.name === 'upToDate'

  async function install(): Promise<void> {
    if (mustAsk(change) && !(await ask(questionOf(step)))) return
    await updateFlow.start(userProduct, firmware, known, outlook?.later[0]?.versionName)
  }

  return (
    <StepPanel
      step={step}
      button={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            data-step-button
            size="lg"
            variant={isUpToDate ? 'outline' : 'default'}
            className="w-full sm:w-fit"
            isBusy={isRunning(flow)}
            disabled={isRefusedNow}
            aria-describedby={reasonId}
            onClick={() => void install()}
          >
            <ButtonWords step={step} />
          </Button>
          <p className="text-sm text-pretty text-muted-foreground" id={reasonId}>
            <Reason checks={checks ?? []} hasFirmware={known.state !== 'none'} />
          </p>
        </div>
      }
      support={
        <>
          <ChecksFold checks={checks} isChecking={isChecking} onCheckAgain={checkAgain} />
          <ChangeFold {...firmware} />
          <OtherVersions view={view} chosen={firmware} />
          {step.name === 'finish' && <ConfirmWorks serialNumber={userProduct.serialNumber} />}
        </>
      }
    >
      <FromTo step={step} asOf={view.product.offered} />
      {kept !== null && <KeptNote kept={kept} offered={firmware} />}
      {question}
    </StepPanel>
  )
}

/** What the button waits for. No owner can mend what is not signed as it should be. */
function Reason({ checks, hasFirmware }: { checks: readonly Check[]; hasFirmware: boolean }) {
  if (!isRefused(checks)) return <Trans>Keep the cable plugged in during the update.</Trans>
  if (checks.every(({ fault }) => fault === undefined)) return <Trans>The update can start once you have fixed the points below.</Trans>
  return hasFirmware ? (
    <Trans>Nothing is sent to your detector until the point below is settled. You can go on using it meanwhile.</Trans>
  ) : (
    <Trans>Your detector waits for a firmware that the maker has signed, and gets it as soon as the server offers one.</Trans>
  )
}

function ButtonWords({ step }: { step: Step }) {
  const { name, firmware, change } = step
  const { versionName } = firmware
  if (isSameAsInterrupted(step)) return <Trans>Finish the update</Trans>
  if (name === 'update') return <Trans>Update to {versionName}</Trans>
  if ((name === 'upToDate' && change.version === 'same') || name === 'again') return <Trans>Install {versionName} again</Trans>
  return <Trans>Install {versionName}</Trans>
}

type Checks = {
  /** Null until the first run has finished. */
  readonly checks: readonly Check[] | null
  readonly isChecking: boolean
  readonly checkAgain: () => void
}

const checksKey = ['checks']

/** Runs the checks for the connected detector while no tab is updating, and again when the page becomes visible or a detector comes or goes. */
function useChecks({ id: userProductId, serialNumber, productTypeId }: UserProduct, { firmware, known }: Step): Checks {
  const hasFirmware = known.state !== 'none'
  const installedVersion = known.state === 'installed' ? judgedVersion(known) : null
  const { step } = useUpdateFlow()
  const isElsewhere = useUpdateElsewhere() !== null
  const queryClient = useQueryClient()
  useEffect(() => watchPlugged(() => void queryClient.invalidateQueries({ queryKey: checksKey })), [queryClient])
  const { data, isFetching, refetch } = useQuery({
    queryKey: [...checksKey, serialNumber, productTypeId, hasFirmware, installedVersion, firmware.firmwareFile, firmware.release],
    queryFn: async () =>
      evaluateChecks(
        await gatherFacts({ userProductId, serialNumber, productTypeId, hasFirmware, installedVersion, firmware, isFileGood: null }),
      ),
    enabled: step === 'idle' && !isElsewhere,
    // The checks need no server, and an old result is worthless.
    networkMode: 'always',
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  function checkAgain(): void {
    // What keeps the update back may be in the list: a server that gave another file or signature a moment ago.
    void queryClient.invalidateQueries({ queryKey: offeredKey })
    void refetch()
  }
  return { checks: data ?? null, isChecking: isFetching, checkAgain }
}

type ChecksFoldProps = { checks: readonly Check[] | null; isChecking: boolean; onCheckAgain: () => void }

/** The checks before an erase: collapsed while they pass, open when one needs attention. */
function ChecksFold({ checks, isChecking, onCheckAgain }: ChecksFoldProps) {
  const open = checks?.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'later').length ?? 0
  return (
    <Fold isOpen={open > 0} summary={<Summary checks={checks} open={open} />}>
      <div className="flex flex-col gap-3">
        <CheckList checks={checks} />
        <Button variant="ghost" size="sm" className="-ml-3 w-fit" onClick={onCheckAgain} isBusy={isChecking}>
          {!isChecking && <RotateCw aria-hidden />}
          <Trans>Check again</Trans>
        </Button>
      </div>
    </Fold>
  )
}

function Summary({ checks, open }: { checks: readonly Check[] | null; open: number }) {
  if (checks === null)
    return (
      <span className="text-muted-foreground">
        <Trans>Checking the detector, the cable and this computer…</Trans>
      </span>
    )
  if (open > 0)
    return (
      <span className="inline-flex items-center gap-1.5 font-medium">
        <TriangleAlert aria-hidden className="size-4 text-warning" />
        <Plural value={open} one="# check needs your attention" other="# checks need your attention" />
      </span>
    )
  return (
    <span className="inline-flex items-center gap-1.5 text-muted-foreground">
      <CircleCheck aria-hidden className="size-4 text-success" />
      <Plural value={checks.filter(({ verdict }) => verdict === 'passed').length} one="# check passed" other="# checks passed" />
    </span>
  )
}
