import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import { useMemo } from 'react'
import { type ExportDetails, isSecurityEventKind, type SecurityEventKind, type SecurityEventRow } from '../../../contract/securityLog.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { LinkedRecord } from '../../kit/record/LinkedRecords.tsx'
import { TablePage } from '../../kit/pages/TablePage.tsx'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import { findListEntry } from '../../session/menu.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useSecurityWords } from './useSecurityWords.ts'

/** Sign-ins, refusals and account changes, newest first. Read-only, with search and filters. */
export function SecurityLogScreen() {
  const { t } = useLingui()
  const words = useSecurityWords()
  const columns = useMemo(
    (): ListColumn<SecurityEventRow>[] => [
      // For `id` the server sorts by time.
      { id: 'id', header: t`Date`, cell: ({ firstAt }) => formatDateTime(firstAt), isSortable: true },
      { id: 'kind', header: t`Event`, cell: renderKind },
      { id: 'count', header: t`Count`, cell: ({ count }) => count, isNumber: true },
      { id: 'account', header: t`Account`, cell: renderAccount },
      { id: 'reason', header: t`Details`, cell: renderReason },
      // Beyond a limit, events are only counted, without their addresses.
      { id: 'address', header: t`Network address`, cell: ({ address, count }) => address ?? (count > 1 ? t`Several` : null) },
      { id: 'actor', header: t`Done by`, cell: renderActor },
      { id: 'lastAt', header: t`Last time`, cell: ({ count, lastAt }) => (count > 1 ? formatDateTime(lastAt) : null) },
    ],
    [t],
  )
  const filters = {
    kind: { label: t`Event`, values: words.kinds },
    reason: { label: t`Details`, values: words.reasons },
    date: { label: t`Date` },
  }
  return (
    <TablePage
      entity="securityEvent"
      title={words.title}
      api={api.securityEvent}
      columns={columns}
      alsoExported={[{ id: 'export', header: t`Exported` }]}
      filters={filters}
      links={renderActivityLink}
    />
  )
}

const renderActivityLink = () => (
  <Button asChild variant="outline" size="sm">
    <Link to="/activity/index">
      <Activity aria-hidden />
      <Trans>Activity</Trans>
    </Link>
  </Button>
)
const renderKind = ({ kind }: SecurityEventRow) => <EventBadge kind={kind} />
const renderAccount = ({ account }: SecurityEventRow) => account && <LinkedRecord entity="user" record={account} />
const renderActor = ({ actor }: SecurityEventRow) => actor && <LinkedRecord entity="user" record={actor} />
const renderReason = ({ reason, export: details }: SecurityEventRow) =>
  details === null ? reason && <Reason reason={reason} /> : <ExportedList details={details} />

function Reason({ reason }: { reason: string }) {
  const { reasons, otherReason } = useSecurityWords()
  const text = reasons[reason] ?? otherReason
  return <span title={text}>{text}</span>
}

/** The events that administrators look for first. */
const alarming: ReadonlySet<SecurityEventKind> = new Set(['signInRefused', 'accessRefused', 'locked', 'tokenReused'])
const ordinary: ReadonlySet<SecurityEventKind> = new Set(['signIn', 'signOut'])

function EventBadge({ kind }: { kind: string }) {
  const { kinds, otherKind } = useSecurityWords()
  if (!isSecurityEventKind(kind)) return <Badge variant="outline">{otherKind}</Badge>
  return <Badge variant={alarming.has(kind) ? 'destructive' : ordinary.has(kind) ? 'outline' : 'secondary'}>{kinds[kind]}</Badge>
}

/** What somebody exported, with a link to the list as it was filtered: its own screen says the filters in words. */
function ExportedList({ details: { list, format, rows, filters, isSearch } }: { details: ExportDetails }) {
  const { t, i18n } = useLingui()
  const entry = findListEntry(list)
  const filterCount = Object.keys(filters).length
  return (
    <span>
      {entry === undefined ? (
        <span>{list}</span>
      ) : (
        <Link to={entry.to} search={{ filters }} className="rounded-sm text-primary hover:underline">
          {i18n._(entry.label)}
        </Link>
      )}
      <span>
        {[
          '',
          format === 'xlsx' ? 'Excel' : 'CSV',
          t`${plural(rows, { one: '# row', other: '# rows' })}`,
          ...(filterCount > 0 ? [t`${plural(filterCount, { one: '# filter', other: '# filters' })}`] : []),
          ...(isSearch ? [t`with a search`] : []),
        ].join(' · ')}
      </span>
    </span>
  )
}
