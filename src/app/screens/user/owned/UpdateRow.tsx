import { Trans } from '@lingui/react/macro'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { AppError } from '../../../../errors.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import type { Update } from './groupOwned.ts'

/** One update: its result as a mark, the reason of a failure in words. `isNamed`: with the model, where its detector is not on the page. */
export function UpdateRow({ update, isNamed = false }: { update: Update; isNamed?: boolean }) {
  const { productName, versionName, date, success } = update
  return (
    <li className="flex flex-wrap items-start gap-x-2 py-1.5">
      <Mark success={success} />
      <span className="min-w-0 flex-1 font-medium tabular-nums">{isNamed ? `${productName} ${versionName}` : versionName}</span>
      <time dateTime={date} className="text-muted-foreground tabular-nums">
        {formatDateTime(date)}
      </time>
      {success !== true && (
        <span className="w-full pl-6">
          <Problem update={update} />
        </span>
      )}
    </li>
  )
}

function Mark({ success }: Pick<Update, 'success'>) {
  const [Icon, look] =
    success === null ? [CircleDashed, 'text-muted-foreground'] : success ? [CircleCheck, 'text-success'] : [CircleX, 'text-destructive']
  return (
    <>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
      {success === true && (
        <span className="sr-only">
          <Trans>Success</Trans>
        </span>
      )}
    </>
  )
}

function Problem({ update: { success, errorType } }: { update: Update }) {
  const errorText = useErrorText()
  if (success === null) {
    return (
      <span className="text-muted-foreground">
        <Trans>Not reported</Trans>
      </span>
    )
  }
  return (
    <span className="text-destructive">{errorType === null ? <Trans>The update failed</Trans> : errorText(new AppError(errorType))}</span>
  )
}
