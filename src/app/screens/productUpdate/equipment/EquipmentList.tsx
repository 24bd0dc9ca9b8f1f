import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus, RadioReceiver } from 'lucide-react'
import { useState } from 'react'
import type { Accessory } from '../../../../contract/accessory.ts'
import { useDetector } from '../../../detector/device.ts'
import { Empty } from '../../../kit/pages/Empty.tsx'
import { useImpersonation } from '../../../session/impersonation.ts'
import { Button } from '../../../ui/button.tsx'
import { ownAccessories, ownProducts } from '../../../update/ownQueries.ts'
import { knownFirmware } from '../../../update/offers/knownFirmware.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'
import { CoilDialogs, type OpenCoilDialog } from '../coils/CoilDialogs.tsx'
import { CoilRow } from '../coils/CoilRow.tsx'
import { OwnList } from '../lists/OwnList.tsx'
import { type OpenProductDialog, ProductDialogs } from '../lists/ProductDialogs.tsx'
import { EquipmentRow } from './EquipmentRow.tsx'

/** Whether it is still to come: what stands below it would be pushed down. */
export function useIsEquipmentPending(): boolean {
  const [products, coils] = [useQuery(ownProducts), useQuery(ownAccessories)]
  return products.isPending || coils.isPending
}

/** The person's detectors, each with its coils, the connected one first; then the coils that belong to none of them. */
export function EquipmentList() {
  const { t } = useLingui()
  const query = useQuery(ownProducts)
  const coils = useQuery(ownAccessories)
  const detector = useDetector()
  const knowledge = useKnowledge()
  const isReadOnly = useImpersonation() !== null
  const connectedSerial = detector.status === 'connected' ? detector.identity.serialNumber : null
  const [opened, setOpened] = useState<OpenProductDialog | null>(null)
  const [openedCoil, setOpenedCoil] = useState<OpenCoilDialog | null>(null)
  return (
    <>
      <OwnList
        title={<Trans>My equipment</Trans>}
        query={query}
        isWaiting={coils.isPending}
        stillWorks={<Trans>A connected detector can still be updated.</Trans>}
        action={
          !isReadOnly && (
            <Button variant="ghost" size="sm" onClick={() => setOpenedCoil({ kind: 'edit', coil: null })}>
              <Plus aria-hidden />
              <Trans>Register a coil</Trans>
            </Button>
          )
        }
        empty={
          <Empty icon={RadioReceiver} title={t`No detector yet`}>
            <p>
              <Trans>A detector and its coils appear here the first time that it is connected. You can register a coil by hand.</Trans>
            </p>
          </Empty>
        }
      >
        {(products) => (
          <ul className="flex flex-col divide-y">
            {products
              .toSorted((left, right) => Number(right.serialNumber === connectedSerial) - Number(left.serialNumber === connectedSerial))
              .map((owned) => (
                <EquipmentRow
                  key={owned.id}
                  owned={owned}
                  coils={coils.data}
                  known={knownFirmware(owned, knowledge)}
                  isConnected={owned.serialNumber === connectedSerial}
                  onOpen={setOpened}
                  onOpenCoil={setOpenedCoil}
                />
              ))}
          </ul>
        )}
      </OwnList>
      <LooseCoils onOpen={setOpenedCoil} />
      <ProductDialogs opened={opened} onClose={() => setOpened(null)} />
      <CoilDialogs opened={openedCoil} onClose={() => setOpenedCoil(null)} />
    </>
  )
}

const loose = (coils: readonly Accessory[]) => coils.filter(({ userProductId }) => userProductId === null)

/** Coils that no detector of the person's has: entered by hand, or of a detector that they no longer have. Nothing where there are none. */
function LooseCoils({ onOpen }: { onOpen: (dialog: OpenCoilDialog) => void }) {
  const query = useQuery({ ...ownAccessories, select: loose })
  const count = query.data?.length ?? 0
  // Stays when its last coil goes, because that had the focus.
  const [hadAny, setHadAny] = useState(false)
  if (count > 0 && !hadAny) setHadAny(true)
  if (query.isPending || (count === 0 && !query.isError && !hadAny)) return null
  return (
    <OwnList
      title={<Trans>Coils without a detector</Trans>}
      query={query}
      stillWorks={<Trans>A connected detector can still be updated.</Trans>}
      empty={
        <p className="text-sm text-muted-foreground">
          <Trans>No coil is left here.</Trans>
        </p>
      }
    >
      {(coils) => (
        <ul className="flex flex-col divide-y">
          {coils.map((coil) => (
            <CoilRow key={coil.id} coil={coil} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </OwnList>
  )
}
