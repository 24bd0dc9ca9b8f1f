/** A back-office record: its facts, its actions and, for administrators and the back office, its history. Knows no entity by name. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { audit } from '../../../contract/audit.ts'
import type { RightsOnRecord } from '../../../contract/crud.ts'
import { type Endpoint, mayCall } from '../../../contract/endpoint.ts'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { roleOf, useSession } from '../../session/session.ts'
import { AlertDescription } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BackLink } from './BackLink.tsx'
import { Failed } from '../failures/Failed.tsx'
import { useKeys } from '../keys/singleKeys.ts'
import { DeletedNote } from '../record/DeletedNote.tsx'
import { useOpenRecord } from '../record/openRecord.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { listLink, recordLink } from '../record/recordLinks.ts'
import type { RecordWords } from '../record/recordWords.ts'
import { type DeletableApi, useDeleteRecord } from '../record/useDeleteRecord.tsx'
import { type GetRecord, useRecord, useRecordId } from '../record/useRecord.ts'
import type { TableApi } from '../table/tableQueries.ts'
import { Neighbours } from './Neighbours.tsx'
import { usePageTitle } from './usePageTitle.ts'

type Shown = {
  readonly id: number
  readonly tostring: string
  readonly isDeleted: boolean
  readonly restorableUntil: string | null
} & Partial<RightsOnRecord>

type ShowPageProps<Record extends Shown> = {
  entity: RecordEntity
  words: RecordWords
  api: DeletableApi & TableApi<{ readonly id: number }> & { readonly get: GetRecord<Record> }
  /** The contract's endpoints: a button is shown to those who may make its call. */
  calls: { readonly update: Endpoint; readonly remove: Endpoint }
  /** Besides edit and delete. */
  actions?: (record: Record) => ReactNode
  children: (record: Record) => ReactNode
  /** Above the facts: a warning about the record, or what comes before all of them. */
  notice?: (record: Record) => ReactNode
  /** What the question before a deletion says of this record, in place of the words of all. */
  deletion?: (record: Record) => ReactNode
  /** What a reader looks for first, beneath the name. */
  summary?: (record: Record) => ReactNode
  /** Cards that come before the facts, which then stand in the side column. */
  lead?: (record: Record) => ReactNode
}

export function ShowPage<Record extends Shown>(props: ShowPageProps<Record>) {
  const { entity, words, api, children, notice, summary, lead } = props
  const role = roleOf(useSession())
  const page = useRef<HTMLDivElement>(null)
  const id = useRecordId()
  const loading = useRecord(api.get, id)
  const record = loading.data
  useOpenRecord(entity, record, page)
  const title = record?.tostring ?? words.title
  usePageTitle(title)
  const facts = record && (
    <Card>
      <CardContent>{children(record)}</CardContent>
    </Card>
  )
  return (
    <div ref={page} className="flex max-w-6xl flex-col gap-5">
      <div>
        <div className="flex min-h-8 items-center justify-between gap-3">
          <BackLink link={listLink(entity)} label={words.title} />
          <Neighbours entity={entity} api={api} id={id} />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0">
            <h1 className="text-2xl font-semibold break-words">{title}</h1>
            {record && summary?.(record)}
          </div>
          {record && <Actions {...props} record={record} />}
        </div>
      </div>
      {loading.isPending && <Skeleton className="h-80 w-full rounded-xl!" />}
      {loading.isError && record === undefined && (
        <Failed error={loading.error} onRetry={() => void loading.refetch()} isRetrying={loading.isFetching} />
      )}
      {record && (
        <div
          className={cn(
            'grid items-start gap-5',
            lead === undefined
              ? 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'
              : 'grid-cols-1 lg:grid-cols-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,3fr)]',
          )}
        >
          <div className="flex min-w-0 flex-col gap-5">
            {notice?.(record)}
            {lead === undefined ? facts : lead(record)}
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            {lead !== undefined && facts}
            {mayCall(audit.getForRecord, role) && <RecordHistory entity={entity} record={record} words={words} />}
          </div>
        </div>
      )}
    </div>
  )
}

function Actions<Record extends Shown>({
  entity,
  words,
  api,
  calls,
  record,
  actions,
  deletion,
}: ShowPageProps<Record> & { record: Record }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const role = roleOf(useSession())
  const deleting = useDeleteRecord({
    api,
    words: words.deleteWords,
    onDeleted: () => void navigate(listLink(entity)),
  })
  const mayEdit = !record.isDeleted && mayCall(calls.update, role) && record.mayEdit !== false
  const editLink = recordLink(entity, 'edit', record.id)
  useKeys({ e: mayEdit ? () => void navigate(editLink) : undefined })
  if (record.isDeleted) {
    return (
      <DeletedNote>
        {record.restorableUntil !== null && mayCall(calls.remove, role) && (
          <AlertDescription>
            <p>
              <Trans>You can restore it until {formatDateTime(record.restorableUntil)}.</Trans>
            </p>
            <Button variant="outline" size="sm" className="mt-1 w-fit" onClick={() => deleting.restore(record.id)}>
              <RotateCcw aria-hidden />
              <Trans>Restore</Trans>
            </Button>
          </AlertDescription>
        )}
      </DeletedNote>
    )
  }
  return (
    <div data-slot="record-actions" className="flex flex-wrap items-center gap-2 sm:ml-auto">
      {actions?.(record)}
      {mayEdit && (
        <Button asChild variant="outline" size="sm">
          <Link {...editLink} aria-keyshortcuts="e">
            <Pencil aria-hidden />
            <Trans>Edit</Trans>
          </Link>
        </Button>
      )}
      {mayCall(calls.remove, role) && record.mayRemove !== false && (
        <Button
          variant="outline"
          size="sm"
          className="text-destructive"
          onClick={() => deleting.ask({ id: record.id, name: record.tostring, consequence: deletion?.(record) })}
        >
          <Trash2 aria-hidden />
          {t`Delete`}
        </Button>
      )}
      {deleting.question}
    </div>
  )
}
