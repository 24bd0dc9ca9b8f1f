import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleX, History } from 'lucide-react'
import { useState } from 'react'
import type { ProductUpdate } from '../../../../contract/productUpdate.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { AppError } from '../../../../errors.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { Empty } from '../../../kit/pages/Empty.tsx'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { OwnList } from './OwnList.tsx'
import { knownFirmware } from '../../../update/offers/knownFirmware.ts'
import { ownProducts, ownUpdates } from '../../../update/ownQueries.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'

const firstShown = 5

/** Past updates and their results, newest first: of one detector, or of all. */
export function UpdateList({ of }: { of?: UserProduct }) {
  const { t } = useLingui()
  const query = useQuery({
    ...ownUpdates,
    select: (all) => (of === undefined ? all : all.filter(({ userProductId }) => userProductId === of.id)),
  })
  const [isWhole, setWhole] = useState(false)
  const isRunning = useIsRunning(query.data ?? [])
  return (
    <OwnList
      title={<Trans>Past updates</Trans>}
      query={query}
      stillWorks={<Trans>A connected detector can still be updated.</Trans>}
      empty={
        <Empty icon={History} title={t`No update yet`}>
          <p>
            <Trans>The first update of your detector will be listed here.</Trans>
          </p>
        </Empty>
      }
    >
      {(updates) => (
        <>
          <ul className="flex flex-col divide-y">
            {updates.slice(0, isWhole ? undefined : firstShown).map((update) => (
              <UpdateRow key={update.id} update={update} isRunning={isRunning(update)} isNamed={of === undefined} />
            ))}
          </ul>
          {!isWhole && updates.length > firstShown && (
            <Button variant="ghost" size="sm" className="mt-3 -ml-3" onClick={() => setWhole(true)}>
              <Plural value={updates.length - firstShown} one="Show # more" other="Show # more" />
            </Button>
          )}
        </>
      )}
    </OwnList>
  )
}

/** Tells the update that runs on a detector now, here or on another computer: the newest of those that have no result yet. */
function useIsRunning(updates: readonly ProductUpdate[]): (update: ProductUpdate) => boolean {
  const products = useQuery(ownProducts).data ?? []
  const knowledge = useKnowledge()
  return (update) => {
    const newest = updates.find(({ userProductId }) => userProductId === update.userProductId)
    const product = products.find(({ id }) => id === update.userProductId)
    if (update.success !== null || update !== newest || product === undefined) return false
    return knownFirmware(product, knowledge).state === 'updating'
  }
}

type ResultProps = { update: ProductUpdate; isRunning: boolean }
type UpdateRowProps = ResultProps & {
  /** Whether it says which detector it was. */
  isNamed: boolean
}

function UpdateRow({ update, isRunning, isNamed }: UpdateRowProps) {
  return (
    <li
      className={cn(
        'grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-0.5 py-3 first:pt-0 last:pb-0',
        isNamed ? 'lg:grid-cols-[1fr_8rem_9rem_13rem]' : 'lg:grid-cols-[1fr_9rem_13rem]',
      )}
    >
      <span>
        <span className="font-medium">{update.versionName}</span>{' '}
        {isNamed && <span className="text-muted-foreground">{`· ${update.productName}`}</span>}
      </span>
      <time dateTime={update.date} className="text-right text-sm text-muted-foreground lg:order-2 lg:text-left">
        {formatDateTime(update.date)}
      </time>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-6 lg:contents">
        {isNamed && (
          <span className="text-sm whitespace-nowrap text-muted-foreground tabular-nums lg:order-1">{update.serialNumberFormatted}</span>
        )}
        <Result update={update} isRunning={isRunning} />
      </div>
    </li>
  )
}

function Result({ update: { success, errorType, firmwareAfter }, isRunning }: ResultProps) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const place = 'inline-flex items-center gap-1.5 text-sm lg:order-3 [&>svg]:size-4 [&>svg]:shrink-0'
  if (success === true) {
    return (
      <span className={`${place} text-success`}>
        <CircleCheck aria-hidden />
        <Trans>Success</Trans>
      </span>
    )
  }
  // What an update has noted on its way is not its end.
  if (success === null) {
    return (
      <span className={`${place} text-muted-foreground`}>
        <CircleDashed aria-hidden />
        {isRunning ? <Trans>Running</Trans> : <Trans>Not reported</Trans>}
      </span>
    )
  }
  return (
    <span className={`${place} text-destructive`}>
      <CircleX aria-hidden />
      <span>
        <span>{errorType === null ? t`Error` : errorText(new AppError(errorType))}</span>
        <After firmwareAfter={firmwareAfter} />
      </span>
    </span>
  )
}

/** What a failed update has left on the detector, if it was reported. */
function After({ firmwareAfter }: Pick<ProductUpdate, 'firmwareAfter'>) {
  if (firmwareAfter === null) return null
  return (
    <span className="block text-xs text-muted-foreground">
      {firmwareAfter === 'unchanged' && <Trans>Nothing was changed</Trans>}
      {firmwareAfter === 'none' && <Trans>Left without firmware</Trans>}
      {firmwareAfter === 'unknown' && <Trans>Firmware unknown since then</Trans>}
    </span>
  )
}
