/** A back-office record: its facts, its actions and, for administrators and the back office, its history. Knows no entity by name. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Pencil, RotateCcw, Trash2 } from 'lucide-react'
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
import { FailedQuery } from '../failures/Failed.tsx'
import { useKeys } from '../keys/singleKeys.ts'
import { DeletedNote } from '../record/DeletedNote.tsx'
import { useOpenRecord } from '../record/openRecord.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { listLink, recordLink } from '../record/recordLinks.ts'
import type { RecordWords } from '../record/recordWords.ts'
import { type DeletableApi, useDeleteRecord } from '../record/useDeleteRecord.tsx'
import { type GetRecord, useRecord, useRecordId } from '../record/useRecord.ts'
import type { TableApi } from '../table/tableQueries.ts'
import { useNeighbours } from '../table/useNeighbours.ts'
import type { OfferedAction } from './RecordActions.tsx'
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
  /** In place of the buttons: all actions of a record that has many, with these two, which a deleted one has not, in their place. */
  menu?: (record: Record, own: { readonly edit: ReactNode; readonly remove: OfferedAction | null }) => ReactNode
  /** What is unusual about the record, beside the name. */
  badges?: (record: Record) => ReactNode
  /** What a reader looks for first, beneath the name. */
  summary?: (record: Record) => ReactNode
  /** What the page is opened for, across its width. The history and the facts, which come last, then stand beneath. */
  lead?: (record: Record) => ReactNode
  /** With `lead`: cards before the history. */
  beside?: (record: Record) => ReactNode
}

export function ShowPage<Record extends Shown>(props: ShowPageProps<Record>) {
  const { entity, words, api, children, notice, badges, summary, lead, beside } = props
  const role = roleOf(useSession())
  const page = useRef<HTMLDivElement>(null)
  const id = useRecordId()
  const loading = useRecord(api.get, id)
  const record = loading.data
  useOpenRecord(entity, record, page)
  const title = record?.tostring ?? words.title
  usePageTitle(title)
  const facts = record && (
    <Card className={cn(lead !== undefined && 'py-3!')}>
      <CardContent>{children(record)}</CardContent>
    </Card>
  )
  const history = record && mayCall(audit.getForRecord, role) && <RecordHistory entity={entity} record={record} words={words} />
  return (
    <div ref={page} className="flex max-w-6xl flex-col gap-5">
      <div>
        <div className="flex min-h-8 items-center justify-between gap-3">
          <BackLink link={listLink(entity)} label={words.title} />
          <Neighbours entity={entity} api={api} id={id} />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="min-w-0 text-2xl font-semibold break-words">{title}</h1>
          {record && badges?.(record)}
          {record && <Actions {...props} record={record} />}
        </div>
        {record && summary?.(record)}
      </div>
      {loading.isPending && <Skeleton className="h-80 w-full rounded-xl!" />}
      {loading.isError && record === undefined && <FailedQuery query={loading} />}
      {record && lead === undefined && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-5">
            {notice?.(record)}
            {facts}
          </div>
          <div className="flex min-w-0 flex-col gap-5">{history}</div>
        </div>
      )}
      {record && lead !== undefined && (
        <>
          {notice?.(record)}
          {lead(record)}
          <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
            <div className="flex min-w-0 flex-col gap-5">{beside?.(record)}</div>
            <div className="min-w-0 empty:hidden lg:row-span-2">{history}</div>
            {facts}
          </div>
        </>
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
  menu,
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
      <>
        {menu && <ActionRow>{menu(record, { edit: null, remove: null })}</ActionRow>}
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
      </>
    )
  }
  const edit = mayEdit && (
    <Button asChild variant="outline" size="sm">
      <Link {...editLink} aria-keyshortcuts="e">
        <Pencil aria-hidden />
        <Trans>Edit</Trans>
      </Link>
    </Button>
  )
  const mayRemove = mayCall(calls.remove, role) && record.mayRemove !== false
  const askToRemove = () => deleting.ask({ id: record.id, name: record.tostring, consequence: deletion?.(record) })
  const remove = mayRemove ? { key: 'delete', label: t`Delete`, icon: Trash2, run: askToRemove, isDangerous: true } : null
  return (
    <ActionRow>
      {menu?.(record, { edit, remove })}
      {actions?.(record)}
      {menu === undefined && edit}
      {menu === undefined && remove !== null && (
        <Button variant="outline" size="sm" className="text-destructive" onClick={remove.run}>
          <Trash2 aria-hidden />
          {remove.label}
        </Button>
      )}
      {deleting.question}
    </ActionRow>
  )
}

/** Where the command palette finds them. */
function ActionRow({ children }: { children: ReactNode }) {
  return (
    <div data-slot="record-actions" className="flex flex-wrap items-center gap-2 sm:ml-auto">
      {children}
    </div>
  )
}

/** Buttons and keys to the records around this one in its list. Renders nothing for a record that was not opened from the list. */
function Neighbours({ entity, api, id }: { entity: RecordEntity; api: TableApi<{ readonly id: number }>; id: number }) {
  const { t } = useLingui()
  const { previous, next } = useNeighbours(entity, api, id)
  useKeys({ k: previous, j: next })
  if (previous === undefined && next === undefined) return null
  const steps = [
    { key: 'k', label: t`Previous in the list`, step: previous, Icon: ChevronUp },
    { key: 'j', label: t`Next in the list`, step: next, Icon: ChevronDown },
  ]
  return (
    <div className="flex gap-1">
      {steps.map(({ key, label, step, Icon }) => (
        <Button
          key={key}
          variant="ghost"
          size="icon-sm"
          aria-label={label}
          title={`${label} (${key})`}
          aria-keyshortcuts={key}
          disabled={step === undefined}
          onClick={step}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
  )
}
