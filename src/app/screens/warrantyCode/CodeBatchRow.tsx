import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Ban, Download, NotebookPen } from 'lucide-react'
import { mayCall } from '../../../contract/endpoint.ts'
import { type CodeBatch, warrantyCode } from '../../../contract/warrantyCode.ts'
import { formatDate, formatDateTime } from '../../i18n/formatDate.ts'
import { roleOf, useSession } from '../../session/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

type CodeBatchRowProps = { batch: CodeBatch; isBusy: boolean; onDownload: () => void; onNote: () => void; onRecall: () => void }

/** A batch in the list, with what can be done with it. */
export function CodeBatchRow({ batch, isBusy, onDownload, onNote, onRecall }: CodeBatchRowProps) {
  const { t } = useLingui()
  const role = roleOf(useSession())
  const { createdAt, nbCode, nbUsed, isGifted, user, note, recall } = batch
  const date = formatDateTime(createdAt)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <div className="min-w-48 flex-1 text-sm wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <Plural value={nbCode} one="# code" other="# codes" />
          {isGifted && (
            <Badge variant="secondary">
              <Trans>Gifted</Trans>
            </Badge>
          )}
          {recall && (
            <Badge variant="destructive">
              <Trans>Recalled</Trans>
            </Badge>
          )}
        </p>
        <p className="text-muted-foreground">
          {[date, ...(user ? [user.tostring] : []), t`${plural(nbUsed, { one: '# used', other: '# used' })}`].join(' · ')}
        </p>
        {recall && <RecallFacts recall={recall} nbVoid={nbCode - nbUsed} />}
        {note !== '' && <p className="whitespace-pre-line">{note}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" aria-label={t`Note on the codes of ${date}`} onClick={onNote}>
          <NotebookPen aria-hidden />
          <Trans>Note</Trans>
        </Button>
        {recall === null && mayCall(warrantyCode.recallBatch, role) && (
          <Button variant="outline" size="sm" className="text-destructive" aria-label={t`Recall the codes of ${date}`} onClick={onRecall}>
            <Ban aria-hidden />
            <Trans>Recall</Trans>
          </Button>
        )}
        <Button variant="outline" size="sm" isBusy={isBusy} aria-label={t`Download the codes of ${date}`} onClick={onDownload}>
          {!isBusy && <Download aria-hidden />}
          <Trans>Download</Trans>
        </Button>
      </div>
    </li>
  )
}

function RecallFacts({ recall: { at, by, reason }, nbVoid }: { recall: NonNullable<CodeBatch['recall']>; nbVoid: number }) {
  const day = formatDate(at)
  return (
    <p>
      {by === null ? (
        <Trans>
          Recalled {day}: {reason}
        </Trans>
      ) : (
        <Trans>
          Recalled {day} by {by.tostring}: {reason}
        </Trans>
      )}
      <span> · </span>
      <Plural value={nbVoid} one="# void code" other="# void codes" />
    </p>
  )
}
