import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RadioReceiver } from 'lucide-react'
import { useState } from 'react'
import { useDetector } from '../../../detector/device.ts'
import { Empty } from '../../../kit/pages/Empty.tsx'
import { knownFirmware } from '../../../update/offers/knownFirmware.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'
import { OwnList } from './OwnList.tsx'
import { ownProducts } from '../../../update/ownQueries.ts'
import { type OpenProductDialog, ProductDialogs } from './ProductDialogs.tsx'
import { ProductRow } from './ProductRow.tsx'

/** The user's detectors, the connected one first. */
export function ProductList() {
  const { t } = useLingui()
  const query = useQuery(ownProducts)
  const detector = useDetector()
  const knowledge = useKnowledge()
  const connectedSerial = detector.status === 'connected' ? detector.identity.serialNumber : null
  const [opened, setOpened] = useState<OpenProductDialog | null>(null)
  return (
    <>
      <OwnList
        title={<Trans>My detectors</Trans>}
        query={query}
        stillWorks={<Trans>A connected detector can still be updated.</Trans>}
        empty={
          <Empty icon={RadioReceiver} title={t`No detector yet`}>
            <p>
              <Trans>A detector is added here the first time that it is connected.</Trans>
            </p>
          </Empty>
        }
      >
        {(products) => (
          <ul className="flex flex-col divide-y">
            {products
              .toSorted((left, right) => Number(right.serialNumber === connectedSerial) - Number(left.serialNumber === connectedSerial))
              .map((owned) => (
                <ProductRow
                  key={owned.id}
                  owned={owned}
                  known={knownFirmware(owned, knowledge)}
                  isConnected={owned.serialNumber === connectedSerial}
                  onOpen={setOpened}
                />
              ))}
          </ul>
        )}
      </OwnList>
      <ProductDialogs opened={opened} onClose={() => setOpened(null)} />
    </>
  )
}
