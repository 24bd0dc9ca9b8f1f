import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarRange, ShieldCheck, RotateCcw, Undo2 } from 'lucide-react'
import { Fragment, useMemo } from 'react'
import type { ActivityRow } from '../../../contract/activity.ts'
import type { AuditedEntity } from '../../../contract/audit.ts'
import { undoHours } from '../../../contract/crud.ts'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { revertability } from '../../../contract/revert.ts'
import { api } from '../../api/api.ts'
import { useNow } from '../../browser/useNow.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { entryLines, type FieldWords, useActionNames } from '../../kit/history/auditWords.tsx'
import { useUndoChange } from '../../kit/history/useUndoChange.tsx'
import { type ShownList, TablePage } from '../../kit/pages/TablePage.tsx'
import { LinkedRecord } from '../../kit/record/LinkedRecords.tsx'
import { useRestoreRecord } from '../../kit/record/useRestoreRecord.ts'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import { RowButton } from '../../kit/table/RowButton.tsx'
import { tableSearch } from '../../kit/table/tableState.ts'
import { Button } from '../../ui/button.tsx'

/** The words for the fields of each entity. Must be stable while the language stays. */
export type ActivityWords = Readonly<Record<AuditedEntity, FieldWords>>

/** Who changed what, newest first, in the words of the records' histories. Read-only, with search and filters. */
export function ActivityScreen({ words }: { words: ActivityWords }) {
  const { t } = useLingui()
  const kinds = useKindNames()
  const actions = useActionNames()
  const columns = useMemo(
    (): ListColumn<ActivityRow>[] => [
      // For `id` the server sorts by time.
      { id: 'id', header: t`Date`, cell: ({ date }) => formatDateTime(date), isSortable: true },
      { id: 'by', header: t`Done by`, cell: renderPerson },
      { id: 'action', header: t`Action`, cell: renderAction, words: actions },
      { id: 'entity', header: t`Kind`, cell: renderKind },
      { id: 'recordName', header: t`Record`, cell: renderRecord },
      { id: 'changes', header: t`Changes`, cell: renderChanges(words) },
    ],
    [t, words, actions],
  )
  const undoing = useUndoChange()
  const restore = useRestoreRecord()
  const now = useNow()
  const filters = { by: { label: t`Done by` }, entity: { label: t`Kind`, values: kinds }, date: { label: t`Date` } }
  const table = (
    <TablePage
      entity="activity"
      title={t`Activity`}
      api={api.activity}
      columns={columns}
      filters={filters}
      links={renderLinks}
      rowActions={(row) =>
        renderActions({
          row,
          now,
          onUndo: (name) => undoing.ask({ entry: row, words: words[row.entity], name }),
          onRestore: (entity) => restore(() => api[entity].restore({ params: { id: row.recordId } })),
        })
      }
    />
  )
  return (
    <>
      {table}
      {undoing.question}
    </>
  )
}

const hourMs = 3_600_000

const renderLinks = ({ state }: ShownList) => (
  <>
    <Button asChild variant="outline" size="sm">
      <Link to="/securityEvent/index">
        <ShieldCheck aria-hidden />
        <Trans>Security log</Trans>
      </Link>
    </Button>
    <LastDays state={state} />
  </>
)

/** What is listed, of the last seven days. */
function LastDays({ state }: Pick<ShownList, 'state'>) {
  const now = useNow()
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 7).toISOString()
  return (
    <Button asChild variant="outline" size="sm">
      <Link to="." search={tableSearch({ ...state, currentPage: 1, filters: { ...state.filters, date: `${from}/` } })}>
        <CalendarRange aria-hidden />
        <Trans>Last 7 days</Trans>
      </Link>
    </Button>
  )
}

type RowActionsProps = { row: ActivityRow; now: Date; onUndo: (name: string) => void; onRestore: (entity: RecordEntity) => void }

/** Undoes a change of a form, and a deletion as long as that is possible. */
function RowActions({ row, now, onUndo, onRestore }: RowActionsProps) {
  const { t } = useLingui()
  const { entity, action, date, recordId, recordName, isRecordDeleted } = row
  const name = recordName ?? `#${recordId}`
  if (entity === 'warrantyCodeBatch') return null
  if (isRecordDeleted) {
    const isRestorable = action === 'delete' && now.getTime() - Date.parse(date) < undoHours * hourMs
    return isRestorable && <RowButton icon={RotateCcw} label={t`Restore ${name}`} onClick={() => onRestore(entity)} />
  }
  const isUndoable = revertability(entity, row)?.byHand.length === 0
  return isUndoable && <RowButton icon={Undo2} label={t`Undo this change to ${name}`} onClick={() => onUndo(name)} />
}

const renderActions = (props: RowActionsProps) => <RowActions {...props} />
const renderPerson = ({ by }: ActivityRow) => <Person by={by} />
const renderChanges = (words: ActivityWords) => (row: ActivityRow) => <Changes row={row} words={words[row.entity]} />
const renderAction = ({ action }: ActivityRow) => <Action action={action} />
const renderKind = ({ entity }: ActivityRow) => <Kind entity={entity} />

function renderRecord({ entity, recordId: id, recordName }: ActivityRow) {
  // Batches of codes have no screen.
  if (entity === 'warrantyCodeBatch' || recordName === null) return `#${id}`
  return <LinkedRecord entity={entity} record={{ id, tostring: recordName }} />
}

function Person({ by }: Pick<ActivityRow, 'by'>) {
  return by === null ? <Trans>System</Trans> : <LinkedRecord entity="user" record={by} />
}

function Action({ action }: Pick<ActivityRow, 'action'>) {
  return <span>{useActionNames()[action]}</span>
}

function Kind({ entity }: Pick<ActivityRow, 'entity'>) {
  return <span>{useKindNames()[entity]}</span>
}

/** One line: lists have rows of one height. The record's history has them whole. */
function Changes({ row, words }: { row: ActivityRow; words: FieldWords }) {
  const lines = entryLines(row, words, 'text-foreground')
  if (lines.length === 0) return <span>–</span>
  return (
    <span className="text-muted-foreground">
      {lines.map(({ key, line }, at) => (
        <Fragment key={key}>
          {at > 0 && <span> · </span>}
          {line}
        </Fragment>
      ))}
    </span>
  )
}

function useKindNames(): Readonly<Record<AuditedEntity, string>> {
  const { t } = useLingui()
  return {
    product: t`Product`,
    firmware: t`Firmware`,
    user: t`User`,
    betaGroup: t`Beta group`,
    news: t`News`,
    rallyZone: t`Rally zone`,
    warrantyCodeBatch: t`Warranty codes`,
  }
}
