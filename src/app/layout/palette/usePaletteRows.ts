/** What the palette offers for a text: records opened recently, actions of the open one, screens, and the records that the server finds. */
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type LucideIcon, Zap } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '../../../contract/rules.ts'
import { foundRowsMax, foundTextMinLength, type FoundRecord } from '../../../contract/search.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { useBrowserOnline } from '../../api/useReachability.ts'
import { useSettled } from '../../kit/form/useSettled.ts'
import { readOpenRecord } from '../../kit/record/openRecord.ts'
import { readRecentRecords, type RecentRecord } from '../../kit/record/recentRecords.ts'
import { recordLink } from '../../kit/record/recordLinks.ts'
import { landing } from '../../session/access.ts'
import { menuOf } from '../../session/menu.ts'
import { rankLabel } from '../../ui/rank-label.ts'
import { useAvailableCount } from '../../update/useAvailableCount.ts'
import { useUpdatesText } from '../header/useUpdatesText.ts'

type PaletteRow = {
  readonly key: string
  readonly label: string
  readonly detail: string
  readonly icon: LucideIcon
  readonly run: () => void
}
type PaletteGroup = { readonly title: string; readonly rows: readonly PaletteRow[] }

type Search = 'none' | 'searching' | 'done' | 'offline' | 'failed'

/** Before anything is typed, so that the rest is in sight too. */
const recentsAtFirst = 4

export function usePaletteRows(role: Role, typed: string): { groups: readonly PaletteGroup[]; search: Search } {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  // As they were when the palette opened.
  const [open] = useState(readOpenRecord)
  const [recents] = useState(readRecentRecords)
  const { items, search } = useFoundRecords(typed.trim())
  // As the badge of the menu: nothing is asked for.
  const updates = useUpdatesText()(useAvailableCount({ isAsking: false }) ?? 0)

  const menu = menuOf(role)
  const iconOf = (entity: FoundRecord['entity'] | RecentRecord['entity']) => menu.find(({ to }) => to === `/${entity}/index`)?.icon ?? Zap
  const kindOf = (entity: FoundRecord['entity'] | RecentRecord['entity']) => {
    const label = menu.find(({ to }) => to === `/${entity}/index`)?.label
    return label === undefined ? '' : i18n._(label)
  }
  const openRecord = (entity: RecentRecord['entity'], id: number) => () => void navigate(recordLink(entity, 'show', id))

  const recentRows = recents
    .filter(({ entity, id }) => landing(`/${entity}/show/$id`, role) === null && (entity !== open?.entity || id !== open.id))
    .map(({ entity, id, name }) => ({
      key: `${entity} ${id}`,
      label: name,
      detail: kindOf(entity),
      icon: iconOf(entity),
      run: openRecord(entity, id),
    }))
  const actionRows = (open?.actions ?? []).map(({ label, run }, index) => ({ key: `action ${index}`, label, detail: '', icon: Zap, run }))
  const screenRows = menu.map(({ to, label, icon }) => ({
    key: to,
    label: i18n._(label),
    detail: to === '/productUpdate/index' ? updates : '',
    icon,
    run: () => void navigate({ to }),
  }))
  const shownRecents = matching(recentRows, typed)
  const foundRows = items
    .map(({ entity, id, tostring, detail }) => ({
      key: `${entity} ${id}`,
      label: tostring,
      detail: detail === '' ? kindOf(entity) : `${kindOf(entity)} · ${detail}`,
      icon: iconOf(entity),
      // A code has no page of its own; its list is searched for it.
      run:
        entity === 'warrantyCode'
          ? () => void navigate({ to: '/warrantyCode/index', search: { search: tostring } })
          : openRecord(entity, id),
    }))
    .filter(({ key }) => !shownRecents.some((recent) => recent.key === key))

  const groups = [
    { title: t`Recently opened`, rows: typed.trim() === '' ? shownRecents.slice(0, recentsAtFirst) : shownRecents },
    { title: open?.name ?? '', rows: matching(actionRows, typed) },
    { title: t`Screens`, rows: matching(screenRows, typed) },
    { title: t`Records`, rows: foundRows },
  ]
  return { groups: firstRows(groups), search }
}

/** The answer to what is typed now, never to an earlier text. */
function useFoundRecords(text: string): { items: readonly FoundRecord[]; search: Search } {
  const settled = useSettled(text)
  const isOnline = useBrowserOnline()
  const isLongEnough = text.length >= foundTextMinLength
  const found = useQuery({
    ...queryOf(api.search.findRecords, { query: { text: settled } }),
    enabled: isOnline && isLongEnough && settled === text,
    retry: false,
  })
  if (!isLongEnough) return { items: [], search: 'none' }
  if (!isOnline) return { items: [], search: 'offline' }
  if (settled !== text || found.isPending) return { items: [], search: 'searching' }
  return found.isError ? { items: [], search: 'failed' } : { items: found.data.items, search: 'done' }
}

/** The best first; all of them for an empty text. */
function matching(rows: readonly PaletteRow[], typed: string): PaletteRow[] {
  const rated = rows.map((row) => ({ row, rank: rankLabel(row.label, typed) }))
  return rated
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ row }) => row)
}

function firstRows(groups: readonly PaletteGroup[]): PaletteGroup[] {
  let left = foundRowsMax
  return groups.flatMap(({ title, rows }) => {
    const shown = rows.slice(0, left)
    left -= shown.length
    return shown.length === 0 ? [] : [{ title, rows: shown }]
  })
}
