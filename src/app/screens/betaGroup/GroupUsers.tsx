import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import type { Choice } from '../../../contract/crud.ts'
import { listRowsMax } from '../../../contract/rules.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import type { FieldControl } from '../../kit/fields/Field.tsx'
import { Failed } from '../../kit/failures/Failed.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type GroupUsersProps = {
  groupId: number
  /** How many users the group has. */
  total: number
  /** Connects the search field with a form field's label. */
  control?: FieldControl
  /** Renders one user. */
  children: (user: Choice) => ReactNode
}

/** The users of a group, searched on the server: a group can have ten thousand. */
export function GroupUsers({ groupId, total, control, children }: GroupUsersProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const query = queryOf(api.betaGroup.getUsers, { params: { id: groupId }, query: { search } })
  const { data: found, error, refetch, isFetching } = useQuery({ ...query, placeholderData: keepPreviousData })
  if (total === 0) return <span>–</span>
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Input
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder={t`Search`}
        {...(control ?? { 'aria-label': t`Search users` })}
      />
      {error !== null && found === undefined && <Failed error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {error === null && found === undefined && <Waiting rows={total} />}
      {found?.length === 0 && <p className="text-sm text-muted-foreground">{t`No results`}</p>}
      {found !== undefined && found.length > 0 && (
        <ul className="flex max-h-80 flex-col gap-1 overflow-y-auto">
          {found.map((user) => (
            <li key={user.id} className="flex min-w-0 items-center gap-2 text-sm wrap-anywhere">
              {children(user)}
            </li>
          ))}
        </ul>
      )}
      {found?.length === listRowsMax && (
        <p className="text-sm text-muted-foreground">
          <Trans>The first {listRowsMax} are shown. Search to find others.</Trans>
        </p>
      )}
    </div>
  )
}

function Waiting({ rows }: { rows: number }) {
  const { t } = useLingui()
  return (
    <output aria-label={t`Loading`} className="flex flex-col gap-2">
      {Array.from({ length: Math.min(rows, 3) }, (_, row) => (
        <Skeleton key={row} className="h-4 w-64 max-w-full" />
      ))}
    </output>
  )
}
