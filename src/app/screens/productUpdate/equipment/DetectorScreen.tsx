/** One of the person's detectors: what is on it and what would be next, its warranty, its coils, and what happened to it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleDot, SearchX, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { familyOf } from '../../../../contract/detectorFamily.ts'
import { connectDetector, type DetectorState, isWebHidSupported, useDetector } from '../../../detector/device.ts'
import { useUpdateElsewhere } from '../../../detector/updateElsewhere.ts'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { AsOf } from '../../../kit/pages/AsOf.tsx'
import { BackLink } from '../../../kit/pages/BackLink.tsx'
import { Empty } from '../../../kit/pages/Empty.tsx'
import { Fact, Facts } from '../../../kit/pages/Facts.tsx'
import { usePageTitle } from '../../../kit/pages/usePageTitle.ts'
import { useRecordId } from '../../../kit/record/useRecord.ts'
import { Fold } from '../../../kit/text/Fold.tsx'
import { useImpersonation } from '../../../session/impersonation.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useOwnUpdate } from '../../../update/flow/appUpdateFlow.ts'
import { ownAccessories, ownProducts } from '../../../update/ownQueries.ts'
import { CoilDialogs, type OpenCoilDialog } from '../coils/CoilDialogs.tsx'
import { CoilRow } from '../coils/CoilRow.tsx'
import { OutboxNote } from '../lists/OutboxNote.tsx'
import { OwnList } from '../lists/OwnList.tsx'
import { type OpenProductDialog, ProductDialogs } from '../lists/ProductDialogs.tsx'
import { UpdateList } from '../lists/UpdateList.tsx'
import { useResume } from './useResume.ts'
import { startOf } from '../tutorial/tutorialPaging.ts'
import { TutorialOpener } from '../tutorial/TutorialOpener.tsx'
import { DetectorHead } from './DetectorHead.tsx'
import { PurchaseCard } from './PurchaseCard.tsx'

const back = { to: '/productUpdate/index' } as const

export function DetectorScreen() {
  const isReadOnly = useImpersonation() !== null
  return isReadOnly ? <Detector /> : <Resumed />
}

/** What was entered without a server is sent from here too. */
function Resumed() {
  useResume()
  return (
    <Detector>
      <OutboxNote />
    </Detector>
  )
}

function Detector({ children }: { children?: ReactNode }) {
  const { t } = useLingui()
  const id = useRecordId()
  const query = useQuery(ownProducts)
  const owned = query.data?.find((product) => product.id === id)
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 sm:gap-5">
      <BackLink link={back} label={t`Product updates`} />
      {children}
      {owned !== undefined && (
        <>
          <AsOf query={query} />
          <OwnDetector owned={owned} />
        </>
      )}
      {query.data !== undefined && owned === undefined && <NotInList />}
      {query.data === undefined && <Unloaded>{query.isError && <FailedQuery query={query} />}</Unloaded>}
    </div>
  )
}

function OwnDetector({ owned }: { owned: UserProduct }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const detector = useDetector()
  const isReadOnly = useImpersonation() !== null
  const isConnected = detector.status === 'connected' && detector.identity.serialNumber === owned.serialNumber
  const isUpdating = [useOwnUpdate(), useUpdateElsewhere()].some((update) => update !== null)
  const products = useQuery(ownProducts).data ?? []
  const [opened, setOpened] = useState<OpenProductDialog | null>(null)
  const { electronicBoardSerial, product, serialNumber } = owned

  /** In the click, which the browser's chooser asks for. The update page shows an update that runs. */
  function connectOnUpdatePage(): void {
    if (isWebHidSupported() && !isConnected && !isUpdating) void connectDetector(serialNumber)
    void navigate(back)
  }

  return (
    <>
      <DetectorHead
        owned={owned}
        isConnected={isConnected}
        otherConnected={isConnected ? null : connectedName(detector, products)}
        isReadOnly={isReadOnly}
        onRename={() => setOpened({ kind: 'rename', owned })}
        onUpdate={connectOnUpdatePage}
      />
      <PurchaseCard owned={owned} onEdit={isReadOnly ? null : () => setOpened({ kind: 'purchase', owned })} />
      <Coils owned={owned} />
      <UpdateList of={owned} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <Fold summary={<Trans>Hardware and protocol</Trans>}>
          <Facts>
            <Fact name={<Trans>Hardware version</Trans>}>{owned.materialVersion}</Fact>
            <Fact name={<Trans>Protocol version</Trans>}>{owned.protocolVersion}</Fact>
            {electronicBoardSerial !== null && (
              <Fact name={<Trans>Electronic board</Trans>}>
                <span className="break-all">{electronicBoardSerial}</span>
              </Fact>
            )}
          </Facts>
        </Fold>
        {!isReadOnly && (
          <TutorialOpener start={startOf(familyOf(product.typeName), 'first')} onRequestDevices={connectOnUpdatePage}>
            <Trans>How to connect my detector</Trans>
          </TutorialOpener>
        )}
        {/* A connected one would be identified again at once. */}
        {!isReadOnly && !isConnected && (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3 text-muted-foreground"
            onClick={() => setOpened({ kind: 'remove', owned, onGone: () => void navigate({ ...back, replace: true }) })}
          >
            <Trash2 aria-hidden />
            {t`I no longer have it`}
          </Button>
        )}
      </div>
      <ProductDialogs opened={opened} onClose={() => setOpened(null)} />
    </>
  )
}

/** Null where none is connected. */
function connectedName(detector: DetectorState, products: readonly UserProduct[]): string | null {
  if (detector.status !== 'connected') return null
  return products.find(({ serialNumber }) => serialNumber === detector.identity.serialNumber)?.tostring ?? detector.label
}

function Coils({ owned }: { owned: UserProduct }) {
  const { t } = useLingui()
  const query = useQuery({ ...ownAccessories, select: (all) => all.filter(({ userProductId }) => userProductId === owned.id) })
  const [opened, setOpened] = useState<OpenCoilDialog | null>(null)
  return (
    <>
      <OwnList
        title={<Trans>Coils</Trans>}
        query={query}
        stillWorks={<Trans>A connected detector can still be updated.</Trans>}
        empty={
          <Empty icon={CircleDot} title={t`No coil yet`}>
            <p>
              <Trans>Coils paired with a detector appear here once you have connected it.</Trans>
            </p>
          </Empty>
        }
      >
        {(coils) => (
          <ul className="flex flex-col divide-y">
            {coils.map((coil) => (
              <CoilRow key={coil.id} coil={coil} onOpen={setOpened} />
            ))}
          </ul>
        )}
      </OwnList>
      <CoilDialogs opened={opened} onClose={() => setOpened(null)} />
    </>
  )
}

/** It was removed, or the address is another person's. */
function NotInList() {
  const { t } = useLingui()
  const title = t`This detector is not in your list`
  usePageTitle(title)
  return (
    <>
      <h1 className="text-xl font-semibold">{title}</h1>
      <Empty icon={SearchX} title={<Trans>It was removed, or it belongs to another account.</Trans>}>
        <p>
          <Trans>Connect it to add it again.</Trans>
        </p>
      </Empty>
    </>
  )
}

/** `children`: why it could not be loaded; false while it loads. */
function Unloaded({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const title = t`My equipment`
  usePageTitle(title)
  return (
    <>
      <h1 className="text-lg font-semibold text-muted-foreground">{title}</h1>
      {children || (
        <div className="flex flex-col gap-5" aria-hidden>
          <Skeleton className="h-36" />
          <Skeleton className="h-48" />
          <Skeleton className="h-48" />
        </div>
      )}
    </>
  )
}
