/** The update page: the next step for the detector, and below it the user's detectors, coils and past updates. */
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { LoginSession } from '../../../contract/authentication.ts'
import { connectDetector, connectSimulatedDetector, isWebHidSupported, onLinkEvent } from '../../detector/device.ts'
import { ReadOnlyNote } from '../../kit/pages/ReadOnlyNote.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { importWithRetry } from '../../browser/lazyModule.ts'
import { useImpersonation } from '../../session/impersonation.ts'
import { useSession } from '../../session/session.ts'
import { cn } from '../../ui/cn.ts'
import { EquipmentList, useIsEquipmentPending } from './equipment/EquipmentList.tsx'
import { DetectorCard } from './detector/DetectorCard.tsx'
import { useLastFamily } from './detector/useLastFamily.ts'
import { OfflineFirmwareCard } from './offlineFirmware/OfflineFirmwareCard.tsx'
import { updateFlow } from '../../update/flow/appUpdateFlow.ts'
import { isRunning } from '../../update/flow/flowState.ts'
import { knownFirmware } from '../../update/offers/knownFirmware.ts'
import { useKnowledge } from '../../update/useKnowledge.ts'
import { OutboxNote } from './lists/OutboxNote.tsx'
import { useResume } from './equipment/useResume.ts'
import { NextStep } from './step/NextStep.tsx'
import { useFollowedFocus } from './step/useFollowedFocus.ts'
import { type PageView, readReach, usePageStep } from './step/usePageStep.ts'
import { ConnectTutorial } from './tutorial/ConnectTutorial.tsx'
import { SideTutorial, SideTutorialLink, useSideArea } from './tutorial/SideTutorial.tsx'
import { UpdateDialogs } from './dialogs/UpdateDialogs.tsx'
import { hostUpdates } from '../../layout/UpdateHost.tsx'
import { UpdateList } from './lists/UpdateList.tsx'
import { useConfiguration } from '../../api/useConfiguration.ts'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'

const SimulatorPanel = lazy(async () => ({
  default: (await importWithRetry(() => import('./simulator/SimulatorPanel.tsx'))).SimulatorPanel,
}))

hostUpdates(UpdateDialogs)

export function ProductUpdateScreen() {
  return useImpersonation() === null ? <OwnUpdates /> : <ViewedUpdates />
}

/** What an administrator sees who views the portal as a customer: no detector, no firmware on this computer. */
function ViewedUpdates() {
  return (
    <div className="flex flex-col gap-6">
      <PageHeader />
      <ReadOnlyNote title={<Trans>No detector can be connected here</Trans>}>
        <Trans>Customers connect and update their detector here. You see their detectors, coils and past updates.</Trans>
      </ReadOnlyNote>
      <EquipmentList />
      <BelowEquipment />
    </div>
  )
}

/** Firmware on this computer, unless somebody else looks, and past updates. */
function BelowEquipment({ session = null }: { session?: LoginSession | null }) {
  if (useIsEquipmentPending()) return null
  return (
    <>
      {session !== null && <OfflineFirmwareCard session={session} />}
      <UpdateList />
    </>
  )
}

function OwnUpdates() {
  useLinkToasts()
  useResume()
  useConnectByAddress()
  const session = useSession()
  const view = usePageStep()
  const { detector } = view
  const hasSideRoom = useSideArea()
  const lastFamily = useLastFamily()
  const isConnected = detector.status === 'connected'
  const isSimulatedAllowed = useConfiguration()?.isSimulatedDeviceAllowed ?? false
  // Also where the scenario is that nothing can be connected.
  const isScenario = isSimulatedAllowed && new URLSearchParams(location.search).has('scenario')
  // Nothing can be connected there, so nothing explains how or is saved for it.
  const isOnPhone = !isConnected && readReach() === 'phone'
  // Beside a connected detector there is nothing to explain, and nothing may move while one is updated.
  const hasSideArea = hasSideRoom && !isOnPhone && !isConnected && view.step.name !== 'updating'
  const canRequest = isWebHidSupported() && !isConnected
  const requestDevices = canRequest ? () => void connectDetector() : null

  return (
    <div className={cn(hasSideArea && 'grid grid-cols-[minmax(0,1fr)_21rem] items-start gap-8')}>
      <div className="flex min-w-0 flex-col gap-6">
        <PageHeader>
          {hasSideArea && <SideTutorialLink />}
          {!hasSideRoom && !isOnPhone && <ConnectTutorial isAbsent={detector.status === 'absent'} onRequestDevices={requestDevices} />}
        </PageHeader>
        <Front view={view} />
        <OutboxNote />
        {((isConnected && detector.isSimulated) || isScenario) && (
          <Suspense>
            <SimulatorPanel />
          </Suspense>
        )}
        <EquipmentList />
        <BelowEquipment session={isOnPhone ? null : session} />
      </div>
      {hasSideArea && <SideTutorial onRequestDevices={requestDevices} family={lastFamily} isFailed={detector.status === 'failed'} />}
    </div>
  )
}

function PageHeader({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  const title = t`Product updates`
  usePageTitle(title)
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6">
      <h1 className="text-lg font-semibold text-muted-foreground">{title}</h1>
      {children}
    </header>
  )
}

/** The connected detector, if there is one, and the next step. */
function Front({ view }: { view: PageView }) {
  const knowledge = useKnowledge()
  const focus = useFollowedFocus(view.step)
  const { detector, product } = view
  const known = typeof product.userProduct === 'string' ? null : knownFirmware(product.userProduct, knowledge)
  const isConnected = detector.status === 'connected'
  return (
    <div
      className={cn(
        isConnected &&
          "grid items-start gap-x-6 gap-y-4 [grid-template-areas:'name'_'step'_'facts'] lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:[grid-template-areas:'name_step'_'facts_step']",
      )}
    >
      {isConnected && <DetectorCard detector={detector} product={product} known={known} />}
      <div className={cn('min-w-0', isConnected && '[grid-area:step]')} {...focus}>
        <NextStep view={view} />
      </div>
    </div>
  )
}

let wasUsed = false

/** Connects the simulated detector for `?device=simulated`, with the faults of its `scenario`, once per page load. */
function useConnectByAddress(): void {
  const isAllowed = useConfiguration()?.isSimulatedDeviceAllowed ?? false
  useEffect(() => {
    if (wasUsed || !isAllowed || new URLSearchParams(location.search).get('device') !== 'simulated') return
    wasUsed = true
    void connectScenario()
  }, [isAllowed])
}

async function connectScenario(): Promise<void> {
  const { scenarioOfAddress, scenarios } = await importWithRetry(() => import('./simulator/scenarios.ts'))
  const scenario = scenarioOfAddress()
  await connectSimulatedDetector(scenario === null ? {} : scenarios[scenario].faults)
}

/**
 * A message with a bad checksum is ignored and shows a toast (the specification, section 4). Repeated ones share one toast. An update asks for it
 * again, so nobody has to (docs/decisions.md).
 */
function useLinkToasts(): void {
  const { t } = useLingui()
  useEffect(
    () =>
      onLinkEvent((event) => {
        if (event !== 'badChecksum') return
        if (isRunning(updateFlow.state())) {
          toast(t`A message from the detector arrived damaged and was requested again. You need not do anything.`, { id: event })
        } else toast.error(t`Something went wrong, please try again`, { id: event, duration: toastErrorMs })
      }),
    [t],
  )
}
