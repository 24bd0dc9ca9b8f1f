import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { FirmwareRow } from '../../../contract/firmware.ts'
import { mayTakeStep } from '../../../contract/releaseStates.ts'
import { api } from '../../api/api.ts'
import { formatDate } from '../../i18n/formatDate.ts'
import { CatalogueClashes } from '../../kit/record/CatalogueClashes.tsx'
import { ListPage } from '../../kit/pages/ListPage.tsx'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import { useFirmwareWords } from './firmwareWords.ts'
import { useStateNames } from './useStateNames.ts'
import { DeletionText } from './release/DeletionText.tsx'
import { ReleaseBadge } from './release/ReleaseBadge.tsx'
import { ReleaseRowActions } from './release/ReleaseRowActions.tsx'

export function FirmwareListScreen() {
  const { t } = useLingui()
  const words = useFirmwareWords()
  const states = useStateNames()
  const columns = useMemo(
    (): ListColumn<FirmwareRow>[] => [
      { id: 'versionName', header: t`Version`, cell: renderVersion, isSortable: true },
      { id: 'products', header: t`Products`, cell: ({ products }) => products.map(({ tostring }) => tostring).join(', ') },
      { id: 'releaseDate', header: t`Released`, cell: renderReleased, isSortable: true },
      { id: 'language', header: t`Language`, cell: ({ language }) => language, isSortable: true },
      { id: 'isBetaTest', header: t`Beta test`, cell: ({ isBetaTest }) => isBetaTest, isSortable: true },
      { id: 'nbProductUpdates', header: t`Downloads`, cell: (row) => row.nbProductUpdates, isSortable: true, isNumber: true },
      { id: 'isActive', header: t`Active`, cell: ({ isActive }) => isActive, isSortable: true, staysAtEnd: true },
    ],
    [t],
  )
  const filters = useMemo(
    () => ({
      product: { label: t`Product` },
      isActive: { label: t`Status`, values: { true: t`Active`, false: t`Inactive` } },
      isBetaTest: { label: t`Beta test`, values: { true: t`Yes`, false: t`No` } },
      releaseDate: { label: t`Released` },
    }),
    [t],
  )
  return (
    <ListPage
      entity="firmware"
      words={words}
      api={api.firmware}
      columns={columns}
      alsoExported={[{ id: 'state', header: t`State`, words: states }]}
      filters={filters}
      nameOf={({ versionName, language }) => `${versionName} (${language})`}
      notice={<CatalogueClashes place={{ entity: 'firmware' }} />}
      rowActions={renderRowActions}
      deletionOf={renderDeletion}
    />
  )
}

const renderVersion = ({ versionName, state }: FirmwareRow) => (
  <span className="flex items-center gap-2">
    <span className="truncate">{versionName}</span>
    <ReleaseBadge state={state} />
  </span>
)
// Until it is offered, the date is the one when it was made.
const renderReleased = ({ releaseDate, state }: FirmwareRow) => (state === 'draft' ? null : formatDate(releaseDate))
const renderRowActions = (row: FirmwareRow) => (mayTakeStep(row.state, 'withdraw') ? <ReleaseRowActions row={row} /> : null)
const renderDeletion = (row: FirmwareRow) => <DeletionText firmware={row} />
