import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { RallyZoneRow } from '../../../contract/rallyZone.ts'
import { api } from '../../api/api.ts'
import { formatDate } from '../../i18n/formatDate.ts'
import { ListPage } from '../../kit/pages/ListPage.tsx'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import { useRallyZoneWords } from './rallyZoneWords.ts'
import { ZoneStatus } from './ZoneStatus.tsx'

export function RallyZoneListScreen() {
  const { t } = useLingui()
  const words = useRallyZoneWords()
  const columns = useMemo(
    (): ListColumn<RallyZoneRow>[] => [
      { id: 'title', header: t`Title`, cell: ({ title }) => title, isSortable: true },
      { id: 'creationDate', header: t`Created on`, cell: ({ creationDate }) => formatDate(creationDate), isSortable: true },
      { id: 'status', header: t`Status`, cell: ZoneStatus, isSortable: true },
    ],
    [t],
  )
  const filters = useMemo(
    () => ({
      status: { label: t`Status`, values: { true: t`Enabled`, false: t`Disabled` } },
      creationDate: { label: t`Created on` },
    }),
    [t],
  )
  return <ListPage entity="rallyZone" words={words} api={api.rallyZone} columns={columns} filters={filters} nameOf={({ title }) => title} />
}
