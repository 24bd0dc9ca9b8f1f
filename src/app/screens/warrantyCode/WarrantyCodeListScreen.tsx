import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatWarrantyCode } from '../../../contract/warrantyCodeFormat.ts'
import type { WarrantyCodeRow } from '../../../contract/warrantyCode.ts'
import { api } from '../../api/api.ts'
import { type ShownList, TablePage } from '../../kit/pages/TablePage.tsx'
import { recordLink } from '../../kit/record/recordLinks.ts'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import { Badge } from '../../ui/badge.tsx'
import { CodeActions } from './CodeActions.tsx'

export function WarrantyCodeListScreen() {
  const { t } = useLingui()
  const columns = useMemo(
    (): ListColumn<WarrantyCodeRow>[] => [
      { id: 'code', header: t`Code`, cell: renderCode, isCode: true },
      { id: 'product', header: t`Product`, cell: ({ product }) => product },
      { id: 'used', header: t`Used`, cell: ({ used }) => used },
      { id: 'gifted', header: t`Gifted`, cell: ({ gifted }) => gifted },
      { id: 'serial', header: t`Serial number`, cell: ({ serial }) => serial, isCode: true },
      { id: 'startDateStr', header: t`Extension start`, cell: ({ startDateStr }) => startDateStr, isSortable: true },
      { id: 'endDateStr', header: t`Extension end`, cell: ({ endDateStr }) => endDateStr, isSortable: true },
      { id: 'user', header: t`User`, cell: renderUser },
    ],
    [t],
  )
  const filters = {
    startDate: { label: t`Extension start`, areDays: true },
    endDate: { label: t`Extension end`, areDays: true },
    used: { label: t`Used`, values: { true: t`Yes`, false: t`No` } },
    gifted: { label: t`Gifted`, values: { true: t`Yes`, false: t`No` } },
  } as const
  return (
    <TablePage
      entity="warrantyCode"
      title={t`Warranty codes`}
      api={api.warrantyCode}
      columns={columns}
      alsoExported={[{ id: 'isVoid', header: t`Void` }]}
      filters={filters}
      actions={renderActions}
    />
  )
}

const renderActions = (shown: ShownList) => <CodeActions shown={shown} />

const renderCode = ({ code, isVoid }: WarrantyCodeRow) => (
  <span className="flex items-center gap-2">
    <span className="tracking-wide tabular-nums">{formatWarrantyCode(code)}</span>
    {isVoid && (
      <Badge variant="destructive">
        <Trans>Void</Trans>
      </Badge>
    )}
  </span>
)

/** Everyone who may see this list may see users. */
const renderUser = ({ user }: WarrantyCodeRow) =>
  user && (
    <Link {...recordLink('user', 'show', user.id)} className="rounded-sm text-primary hover:underline">
      {user.tostring}
    </Link>
  )
