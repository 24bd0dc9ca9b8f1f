import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { AuditAction, AuditedEntity, AuditEntry } from '../../../contract/audit.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Failed } from '../failures/Failed.tsx'
import type { RecordWords } from './recordWords.ts'

/** The words for a record's fields. */
export type FieldWords = Pick<RecordWords, 'labels' | 'values'>

/** Who changed this record and what. */
export function RecordHistory({ entity, id, words }: { entity: AuditedEntity; id: number; words: FieldWords }) {
  const history = useQuery(queryOf(api.audit.getForRecord, { params: { entity, id } }))
  return (
    <Card data-slot="record-history" tabIndex={-1}>
      <CardHeader>
        <CardTitle>
          <Trans>History</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent>
        {history.isPending && <Skeleton className="h-16 w-full" />}
        {history.isError && <Failed error={history.error} onRetry={() => void history.refetch()} isRetrying={history.isFetching} />}
        {history.data?.length === 0 && (
          <p className="text-sm text-muted-foreground">
            <Trans>No changes yet.</Trans>
          </p>
        )}
        <ul className="flex flex-col gap-3 text-sm">
          {history.data?.map((entry) => (
            <Entry key={entry.id} entry={entry} words={words} />
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}

function Entry({ entry: { action, date, by, before, after }, words }: { entry: AuditEntry; words: FieldWords }) {
  const { t } = useLingui()
  const actions: Readonly<Record<AuditAction, string>> = {
    create: t`Created`,
    update: t`Changed`,
    delete: t`Deleted`,
    restore: t`Restored`,
    verify: t`Account verified`,
    resendValidation: t`Validation link sent again`,
    unlock: t`Account unlocked`,
    renewTrial: t`Subscription gifted`,
    resetPassword: t`Password reset link sent`,
    changePassword: t`Password changed`,
    deleteDetector: t`Detector deleted`,
    restoreDetector: t`Detector restored`,
    deleteCoil: t`Coil deleted`,
    restoreCoil: t`Coil restored`,
    correctCoil: t`Coil corrected`,
    resetFactors: t`Second factors reset`,
    endSessions: t`Signed out`,
    removeNote: t`Note deleted`,
  }
  const owned = before?.['owned']
  const { reason, ...changed } = after ?? {}
  const fields = action === 'update' || action === 'correctCoil' ? Object.keys(changed) : []
  return (
    <li className="flex gap-3">
      <History aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
      <div className="min-w-0">
        <p>
          <span className="font-medium">{actions[action]}</span>{' '}
          <span className="text-muted-foreground">
            {formatDateTime(date)} · {by?.tostring ?? t`System`}
          </span>
        </p>
        {typeof owned === 'string' && <p className="break-words text-muted-foreground">{owned}</p>}
        {fields.map((field) => (
          <p key={field} className="break-words text-muted-foreground">
            <FieldChange words={words} field={field} before={before} after={after} className="text-foreground" />
          </p>
        ))}
        {typeof reason === 'string' && (
          <p className="break-words text-muted-foreground">
            <Trans>
              Reason: <span className="text-foreground">{reason}</span>
            </Trans>
          </p>
        )}
      </div>
    </li>
  )
}

const shownMaxLength = 200

type Fields = Readonly<Record<string, unknown>> | null

type FieldChangeProps = { words: FieldWords; field: string; before: Fields; after: Fields; className: string }

/** "Role: Customer → Back office". `className` is the later value's. */
export function FieldChange({ words, field, before, after, className }: FieldChangeProps) {
  const show = useShownValue(words)
  const label = words.labels[field] ?? field
  const [earlier, later] = [show(field, before?.[field]), show(field, after?.[field])]
  return (
    <Trans>
      {label}: <del>{earlier}</del> → <ins className={cn('no-underline', className)}>{later}</ins>
    </Trans>
  )
}

/** A field's value as text; long texts are cut. */
export function useShownValue({ values = {} }: FieldWords): (field: string, value: unknown) => string {
  const { t } = useLingui()
  return (field, value) => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    const wording = (text: string) => values[field]?.(text) ?? text
    const text = Array.isArray(value) ? value.map((item) => wording(nameOf(item))).join(', ') : wording(String(value))
    return text.length > shownMaxLength ? `${text.slice(0, shownMaxLength)}…` : text || '–'
  }
}

/** Of a record, its name. */
function nameOf(item: unknown): string {
  return String(typeof item === 'object' && item !== null && 'tostring' in item ? item.tostring : item)
}
