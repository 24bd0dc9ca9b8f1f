import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { audit, type AuditedEntity, type AuditEntry } from '../../../contract/audit.ts'
import { mayCall } from '../../../contract/endpoint.ts'
import { revertability } from '../../../contract/revert.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { landing } from '../../session/access.ts'
import { roleOf, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FailedQuery } from '../failures/Failed.tsx'
import { entryLines, type FieldWords, useActionNames } from './auditWords.tsx'
import { useUndoChange } from './useUndoChange.tsx'

type HistoryProps = {
  entity: AuditedEntity
  record: { readonly id: number; readonly tostring: string; readonly isDeleted: boolean }
  words: FieldWords
}

/** Who changed this record and what. Those who may undo a change do it here, unless the record is deleted. */
export function RecordHistory({ entity, record: { id, tostring: name, isDeleted }, words }: HistoryProps) {
  const mayUndo = mayCall(audit.revert, roleOf(useSession())) && !isDeleted
  const undoing = useUndoChange()
  const history = useQuery(queryOf(api.audit.getForRecord, { params: { entity, id } }))
  return (
    <Card data-slot="record-history" tabIndex={-1}>
      <CardHeader>
        <CardTitle>
          <Trans>History</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        {history.isPending && <Skeleton className="h-16 w-full" />}
        {history.isError && <FailedQuery query={history} />}
        {history.data?.length === 0 && (
          <p className="text-sm text-muted-foreground">
            <Trans>No changes yet.</Trans>
          </p>
        )}
        <ul className="flex flex-col gap-3 text-sm">
          {history.data?.map((entry) => (
            <Entry key={entry.id} entry={entry} words={words}>
              {mayUndo && <Undo entity={entity} entry={entry} words={words} onUndo={() => undoing.ask({ entry, words, name })} />}
            </Entry>
          ))}
        </ul>
        {history.data !== undefined && <ActivityLink entity={entity} id={id} />}
        {undoing.question}
      </CardContent>
    </Card>
  )
}

function Entry({ entry, words, children }: { entry: AuditEntry; words: FieldWords; children: ReactNode }) {
  const { t } = useLingui()
  const actions = useActionNames()
  return (
    <li className="flex gap-3">
      <History aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0">
        <p>
          <span className="font-medium">{actions[entry.action]}</span>{' '}
          <span className="text-muted-foreground">{`${formatDateTime(entry.date)} · ${entry.by?.tostring ?? t`System`}`}</span>
        </p>
        {entryLines(entry, words, 'text-foreground').map(({ key, line }) => (
          <p key={key} className="break-words text-muted-foreground">
            {line}
          </p>
        ))}
        {children}
      </div>
    </li>
  )
}

type UndoProps = { entity: AuditedEntity; entry: AuditEntry; words: FieldWords; onUndo: () => void }

/** Nothing for an entry that is no change of a form. */
function Undo({ entity, entry, words, onUndo }: UndoProps) {
  const change = revertability(entity, entry)
  if (change === null) return null
  const names = change.byHand.map((field) => words.labels[field] ?? field).join(', ')
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-muted-foreground">
      <Button variant="link" size="inline" disabled={names !== ''} onClick={onUndo}>
        <Trans>Undo this change</Trans>
      </Button>
      {names !== '' && <Trans>Only the form can change this back: {names}</Trans>}
    </p>
  )
}

/** For those who may read it. */
function ActivityLink({ entity, id }: { entity: AuditedEntity; id: number }) {
  const role = roleOf(useSession())
  if (landing('/activity/index', role) !== null) return null
  return (
    <Link
      to="/activity/index"
      search={{ search: `#${id}`, filters: { entity } }}
      className="rounded-sm text-sm text-primary hover:underline"
    >
      <Trans>All activity of this record</Trans>
    </Link>
  )
}
