import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RadioReceiver } from 'lucide-react'
import { useDetector } from '../../device.ts'
import { Empty } from '../../kit/Empty.tsx'
import { Badge } from '../../ui/badge.tsx'
import { OwnList } from './OwnList.tsx'
import { ownProducts } from './ownQueries.ts'

/** The person's detectors, the connected one first. */
export function ProductList() {
  const { t } = useLingui()
  const query = useQuery(ownProducts)
  const detector = useDetector()
  const connectedSerial = detector.status === 'connected' ? detector.identity.serialNumber : null
  return (
    <OwnList
      title={<Trans>My detectors</Trans>}
      query={query}
      stillWorks={<Trans>A connected detector can still be updated.</Trans>}
      empty={
        <Empty icon={RadioReceiver} title={t`No detector yet`}>
          <p>
            <Trans>Connect one: it registers itself.</Trans>
          </p>
        </Empty>
      }
    >
      {(products) => (
        <ul className="flex flex-col divide-y">
          {products
            .toSorted((left, right) => Number(right.serialNumber === connectedSerial) - Number(left.serialNumber === connectedSerial))
            .map((owned) => (
              <li key={owned.id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {owned.productName}
                  {owned.serialNumber === connectedSerial && (
                    <Badge variant="success">
                      <Trans>Connected</Trans>
                    </Badge>
                  )}
                </span>
                <span className="text-sm text-muted-foreground tabular-nums">{owned.serialNumberFormatted}</span>
                <span className="text-sm text-muted-foreground">
                  {owned.currentFirmware === null ? (
                    <Trans>Hardware {owned.materialVersion} · firmware not known yet</Trans>
                  ) : (
                    <Trans>
                      Hardware {owned.materialVersion} · firmware {owned.currentFirmware.versionName}
                    </Trans>
                  )}
                </span>
              </li>
            ))}
        </ul>
      )}
    </OwnList>
  )
}
