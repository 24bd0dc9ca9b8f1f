import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AppError } from '../../../../errors.ts'
import type { FailedUpdate } from '../../../detector/updateJournal.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { detectorOf } from '../../../update/offers/detectorFacts.ts'
import { keptBecause } from '../../../update/offers/nextOffer.ts'
import { offeredFirmwares, ownProducts } from '../../../update/ownQueries.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'
import { useKeptText } from '../support/useKeptText.ts'

/** Why the server has refused a start: by the list that is fetched after it (ownQueries.ts), or else in the usual words. */
export function StartRefusal({ failure: { cause, target } }: { failure: FailedUpdate }) {
  const knowledge = useKnowledge()
  const keptText = useKeptText()
  const errorText = useErrorText()
  const product = useQuery(ownProducts).data?.find(({ id }) => id === target.userProductId)
  const { data: listed = [], isFetching } = useQuery({ ...offeredFirmwares(product?.product.id ?? 0), enabled: product !== undefined })
  if (isFetching) return <Trans>One moment: the portal is being asked why.</Trans>
  const firmware = listed.find(({ id }) => id === target.firmwareId)
  if (firmware === undefined || product === undefined) return <>{errorText(new AppError(cause))}</>
  const because = keptBecause(firmware, listed, detectorOf(product, knowledge))
  return <>{because === null ? errorText(new AppError(cause)) : keptText({ firmware, because })}</>
}
