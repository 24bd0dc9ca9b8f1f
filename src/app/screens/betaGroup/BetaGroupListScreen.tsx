import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { BetaGroupRow } from '../../../contract/betaGroup.ts'
import { api } from '../../api/api.ts'
import { ListPage } from '../../kit/pages/ListPage.tsx'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import { useBetaGroupWords } from './betaGroupWords.ts'

export function BetaGroupListScreen() {
  const { t } = useLingui()
  const words = useBetaGroupWords()
  const columns = useMemo(
    (): ListColumn<BetaGroupRow>[] => [
      { id: 'name', header: t`Name`, cell: ({ name }) => name, isSortable: true },
      { id: 'nbUsers', header: t`Users`, cell: ({ nbUsers }) => nbUsers, isSortable: true, isNumber: true },
      { id: 'nbFirmwares', header: t`Firmwares`, cell: ({ nbFirmwares }) => nbFirmwares, isSortable: true, isNumber: true },
    ],
    [t],
  )
  return <ListPage entity="betaGroup" words={words} api={api.betaGroup} columns={columns} nameOf={({ name }) => name} />
}
