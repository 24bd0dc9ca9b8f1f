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
import { useLocalOutcomes } from '../../../update/flow/appUpdateFlow.ts'
import { languageOfByte } from '../../../update/offers/firmwareLanguage.ts'
import { sortOffered } from '../../../update/offers/firmwareOffer.ts'
import { knownFirmware } from '../../../update/offers/knownFirmware.ts'
import type { LocalOutcome } from '../../../update/records/localOutcomes.ts'
import { ownProducts } from '../../../update/ownQueries.ts'
import { type ConnectedProduct, useConnectedProduct } from '../detector/useConnectedProduct.ts'
import { type KnownDetector, type PageStep, pageStep, type Reach, type WaitingDetector } from '../../../update/pageStep.ts'
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
  const outcomes = useLocalOutcomes()
  const elsewhere = useUpdateElsewhere()
  const languages = useConfiguration()?.detectorLanguages ?? {}
  const [chosen, setChosen] = useState<{ readonly connection: DetectorState; readonly firmwareId: number }>()
  const products = useQuery(ownProducts).data

  const byte = detector.status === 'connected' ? detector.identity.language : -1
  const detectorLanguage = languageOfByte(languages, byte)
  const present = typeof product.userProduct === 'string' ? null : { known: knownFirmware(product.userProduct, outcomes), detectorLanguage }
  const offered = present === null || typeof product.firmwares === 'string' ? [] : sortOffered(product.firmwares, present, i18n.locale)
  const known = knownDetectorOf()
  const waiting = waitingOf(products ?? [], outcomes)

  function knownDetectorOf(): KnownDetector {
    const { userProduct, firmwares, error } = product
    if (userProduct === 'loading') return { status: 'loading' }
    if (userProduct === 'failed') {
      if (product.isNeverSeen) return { status: 'neverSeen', error }
      const isUnknown = detector.status === 'connected' && asAppError(error).code === 'resource.not.found'
      return isUnknown ? { status: 'unknownModel', productTypeId: detector.identity.productTypeId } : { status: 'failed', error }
    }
    if (present === null) return { status: 'loading' }
    return {
      status: 'known',
      present,
      offered: firmwares === 'loading' ? 'loading' : firmwares === 'failed' ? { error } : offered,
      chosen: chosenNow() ?? interruptedOf(present.known) ?? offered[0],
    }
  }
  /** A choice counts for one connection. After an update, the newest firmware is selected again. */
  function chosenNow(): OfferedFirmware | undefined {
    return chosen?.connection === detector ? offered.find(({ id }) => id === chosen.firmwareId) : undefined
  }
  /** An interrupted update is finished with the same firmware, even if it is not offered any more. */
  function interruptedOf(now: ReturnType<typeof knownFirmware>): OfferedFirmware | undefined {
    if (now.state !== 'none') return undefined
    return offered.find(({ id }) => id === now.firmwareId) ?? now.outcome?.row.firmware
  }

  return {
    step: pageStep({ reach: readReach(), elsewhere, detector, known, waiting }),
    detector,
    product,
    offered,
    choose: ({ id }) => setChosen({ connection: detector, firmwareId: id }),
  }
}

/** The user's detectors without firmware, including those that only this computer knows of. */
function waitingOf(products: readonly UserProduct[], outcomes: readonly LocalOutcome[]): WaitingDetector[] {
  const listed = products.flatMap((product) => {
    const known = knownFirmware(product, outcomes)
    if (known.state !== 'none') return []
    const { productName, serialNumber, serialNumberFormatted } = product
    const percent = known.outcome?.place?.percent ?? null
    return [{ productName, serialNumber, serialNumberFormatted, versionName: known.versionName, percent }]
  })
  const others = outcomes.filter(
    ({ row, firmwareState }) => firmwareState === 'none' && products.every(({ id }) => id !== row.target.userProductId),
  )
  return [
    ...listed,
    ...others.map(({ row: { target }, place }) => ({
      productName: target.productName,
      serialNumber: target.serialNumber,
      serialNumberFormatted: target.serialNumberFormatted,
      versionName: target.versionName,
      percent: place?.percent ?? null,
    })),
  ]
}

/** A phone gets its own state, which points to a computer: no browser on a phone has WebHID (docs/specification.md). */
function readReach(): Reach {
  if (isWebHidSupported()) return 'supported'
  if (isPhone(navigator)) return 'phone'
  return isSecureContext ? 'otherBrowser' : 'notSecure'
}
