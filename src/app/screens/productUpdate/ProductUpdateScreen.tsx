/** The update page: connect a detector, choose a firmware, install it, and see what was done before. */
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { startOutbox, useOutbox } from '../../appOutbox.ts'
import { connectDetector, isWebHidSupported, useDetector } from '../../device.ts'
import { usePageTitle } from '../../kit/usePageTitle.ts'
import { fetchPart } from '../../parts.ts'
import { useSession } from '../../session.ts'
import { sessionStore } from '../../sessionStore.ts'
import { AccessoryList } from './AccessoryList.tsx'
import { ConnectCard } from './ConnectCard.tsx'
import { DetectorCard } from './DetectorCard.tsx'
import { FirmwareCard } from './FirmwareCard.tsx'
import { FieldCard } from './field/FieldCard.tsx'
import { updateFlow } from './flow/appUpdateFlow.ts'
import { OutboxNote } from './OutboxNote.tsx'
import { accessoriesKey, ownUpdates, productUpdatesKey, userProductsKey } from './ownQueries.ts'
import { ProductList } from './ProductList.tsx'
import { ConnectTutorial } from './tutorial/ConnectTutorial.tsx'
import { StoppedNote } from './StoppedNote.tsx'
import { UpdateDialogs } from './UpdateDialogs.tsx'
import { UpdateList } from './UpdateList.tsx'
import { useConnectedProduct } from './useConnectedProduct.ts'
import { useLinkToasts } from './useLinkToasts.ts'

const SimulatorPanel = lazy(async () => ({ default: (await fetchPart(() => import('./SimulatorPanel.tsx'))).SimulatorPanel }))

export function ProductUpdateScreen() {
  const { t } = useLingui()
  const title = t`Product updates`
  usePageTitle(title)
  useLinkToasts()
  useWhatWasLeft()
  const session = useSession()
  const detector = useDetector()
  const product = useConnectedProduct()
  const updates = useQuery(ownUpdates)
  const isSimulated = detector.status === 'connected' && detector.isSimulated

  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl font-semibold">{title}</h1>
        <ConnectTutorial
          isNewcomer={updates.data?.length === 0 && detector.status === 'absent'}
          onRequestDevices={() => {
            if (isWebHidSupported() && detector.status !== 'connected') void connectDetector()
          }}
        />
      </header>
      <StoppedNote />
      <OutboxNote />
      {detector.status === 'connected' ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <DetectorCard detector={detector} product={product} />
          <FirmwareCard product={product} />
        </div>
      ) : (
        <ConnectCard detector={detector} />
      )}
      {isSimulated && (
        <Suspense>
          <SimulatorPanel />
        </Suspense>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ProductList />
        <AccessoryList />
      </div>
      {session !== null && <FieldCard session={session} />}
      <UpdateList />
      <UpdateDialogs />
    </div>
  )
}

/** Takes up what an earlier visit left, and shows each report's result in the lists once it has been sent. */
function useWhatWasLeft(): void {
  const queryClient = useQueryClient()
  const { sentCount } = useOutbox()
  useEffect(() => {
    startOutbox()
    void updateFlow.resume()
    return sessionStore.subscribe(() => void updateFlow.resume())
  }, [])
  useEffect(() => {
    if (sentCount === 0) return
    void queryClient.invalidateQueries({ queryKey: productUpdatesKey })
    void queryClient.invalidateQueries({ queryKey: userProductsKey })
    void queryClient.invalidateQueries({ queryKey: accessoriesKey })
    void queryClient.invalidateQueries({ queryKey: ['userProduct', 'connected'] })
  }, [sentCount, queryClient])
}
