/** Collects the page's data and its next step. Renders nothing. */
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { asAppError } from '../../../../errors.ts'
import { type DetectorState, isWebHidSupported, useDetector } from '../../../detector/device.ts'
import { useUpdateElsewhere } from '../../../detector/updateElsewhere.ts'
import { useConfiguration } from '../../../api/useConfiguration.ts'
import { detectorOf } from '../../../update/offers/detectorFacts.ts'
import { nextOffer, type PresentDetector, sortFor } from '../../../update/offers/nextOffer.ts'
import { offersFor } from '../../../update/offers/offersFor.ts'
import { useLastEnd } from '../../../update/flow/appUpdateFlow.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'
import { ownProducts } from '../../../update/ownQueries.ts'
import { type ConnectedProduct, useConnectedProduct } from '../detector/useConnectedProduct.ts'
import { noOthers, otherDetectors } from '../../../update/offers/otherDetectors.ts'
import { type KnownDetector, type PageStep, pageStep, type Reach } from '../../../update/pageStep.ts'
import { isPhone } from '../../../browser/isPhone.ts'

export type PageView = {
  readonly step: PageStep
  readonly detector: DetectorState
  readonly product: ConnectedProduct
  /** The firmware to choose from, in display order; empty while there is none. */
  readonly offered: readonly OfferedFirmware[]
  readonly choose: (firmware: OfferedFirmware) => void
}

export function usePageStep(): PageView {
  const { i18n } = useLingui()
  const detector = useDetector()
  const product = useConnectedProduct()
  const knowledge = useKnowledge()
  const elsewhere = useUpdateElsewhere()
  const ended = useLastEnd()
  const languages = useConfiguration()?.detectorLanguages ?? {}
  const [chosen, setChosen] = useState<{ readonly serialNumber: string; readonly firmwareId: number }>()
  const products = useListedProducts()

  // After an update, the newest firmware is selected again.
  if (ended !== null && detector.status !== 'connected' && chosen !== undefined) setChosen(undefined)
  const connected = typeof product.userProduct === 'string' ? null : connectedAs(product.userProduct)
  const listed = typeof product.firmwares === 'string' ? null : product.firmwares
  const offered = connected === null ? [] : sortFor(offersFor(listed ?? [], connected), connected, i18n.locale)
  const known = knownDetectorOf()

  function connectedAs(userProduct: UserProduct): PresentDetector {
    // What the detector itself says is newer than any list.
    const identity = detector.status === 'connected' ? detector.identity : null
    return {
      ...detectorOf(userProduct, knowledge),
      ...(identity !== null && { hardwareVersion: identity.materialVersion }),
      detectorLanguage: languages[String(identity?.language)] ?? null,
    }
  }
  function knownDetectorOf(): KnownDetector {
    const { userProduct, firmwares, error } = product
    if (userProduct === 'loading') return { status: 'loading' }
    if (userProduct === 'failed') {
      if (product.isNeverSeen) return { status: 'neverSeen', error }
      const isUnknown = detector.status === 'connected' && asAppError(error).code === 'resource.not.found'
      return isUnknown ? { status: 'unknownModel', productTypeId: detector.identity.productTypeId } : { status: 'failed', error }
    }
    if (connected === null) return { status: 'loading' }
    const { way, kept } = nextOffer(listed, connected, i18n.locale)
    const own = chosenNow()
    const picked = own ?? way[0]
    return {
      status: 'known',
      present: connected,
      offered: firmwares === 'loading' ? 'loading' : firmwares === 'failed' ? { error } : offered,
      chosen: picked,
      outlook: { later: picked === way[0] ? way.slice(1) : [], kept },
      isDefault: own === undefined,
    }
  }
  /** A choice counts for one detector, also when it is plugged in again, and as long as it is offered. */
  function chosenNow(): OfferedFirmware | undefined {
    return detector.status === 'connected' && chosen?.serialNumber === detector.identity.serialNumber
      ? offered.find(({ id }) => id === chosen.firmwareId)
      : undefined
  }

  return {
    step: pageStep({
      reach: readReach(),
      own: knowledge.own,
      elsewhere,
      detector,
      known,
      ended,
      ...(products === null ? noOthers : otherDetectors(products, knowledge)),
    }),
    detector,
    product,
    offered,
    choose: ({ id }) => detector.status === 'connected' && setChosen({ serialNumber: detector.identity.serialNumber, firmwareId: id }),
  }
}

/**
 * The person's products; null until the server has been asked once since the page was opened, where it answers: another computer may have
 * updated what this one has left.
 */
function useListedProducts(): readonly UserProduct[] | null {
  const { data, dataUpdatedAt, isFetching, failureCount } = useQuery(ownProducts)
  const isFromBefore = dataUpdatedAt < performance.timeOrigin
  return isFetching && isFromBefore && failureCount === 0 ? null : (data ?? [])
}

/** A phone gets its own state, which points to a computer: no browser on a phone has WebHID (docs/specification.md). */
export function readReach(): Reach {
  if (isWebHidSupported()) return 'supported'
  if (isPhone(navigator)) return 'phone'
  return isSecureContext ? 'otherBrowser' : 'notSecure'
}
