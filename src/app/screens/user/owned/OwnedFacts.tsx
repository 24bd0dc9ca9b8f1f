/** What staff see of the purchase and warranty of a user's detector or coil, in the words of its owner's page. */
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { purchaseProofReaders } from '../../../../contract/purchaseProof.ts'
import { coilWarranty, detectorWarranty, type Period } from '../../../../contract/warranty.ts'
import { Fact, Facts } from '../../../kit/pages/Facts.tsx'
import { PurchaseFacts } from '../../../kit/purchase/PurchaseFacts.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import type { Coil, Detector } from './groupOwned.ts'

export function DetectorFacts({ detector }: { detector: Detector }) {
  const { electronicBoardSerial } = detector
  return (
    <Owned purchase={detector} warranty={detectorWarranty(detector)}>
      {electronicBoardSerial !== null && (
        <Fact name={<Trans>Electronic board</Trans>}>
          <span className="break-all">{electronicBoardSerial}</span>
        </Fact>
      )}
    </Owned>
  )
}

export function CoilFacts({ coil }: { coil: Coil }) {
  const { coilSerial } = coil
  return (
    <Owned purchase={coil} warranty={coilWarranty(coil)}>
      {coilSerial !== null && <Fact name={<Trans>Serial number</Trans>}>{coilSerial}</Fact>}
    </Owned>
  )
}

/** Whether its owner, or somebody for them, has entered anything about the purchase. */
export function isRegistered(purchase: Detector | Coil): boolean {
  const hasCode = 'code' in purchase && purchase.code !== null
  return purchase.purchaseDate !== null || purchase.purchaseProof !== null || hasCode
}

/** One line instead of a list of dashes if nothing is registered. */
function Owned({ purchase, warranty, children }: { purchase: Detector | Coil; warranty: Period | null; children: ReactNode }) {
  const role = roleOf(useSession())
  const mayOpenProof = role !== null && purchaseProofReaders.includes(role)
  return (
    <Facts>
      {children}
      {warranty !== null || isRegistered(purchase) ? (
        <PurchaseFacts purchase={purchase} warranty={warranty} mayOpenProof={mayOpenProof} />
      ) : (
        <Fact name={<Trans>Purchase</Trans>}>
          <Trans>Not registered</Trans>
        </Fact>
      )}
    </Facts>
  )
}
