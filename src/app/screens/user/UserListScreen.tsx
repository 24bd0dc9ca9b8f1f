import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { mayCall } from '../../../contract/endpoint.ts'
import { userBatch } from '../../../contract/userBatch.ts'
import type { UserRow } from '../../../contract/userStaff.ts'
import { api } from '../../api/api.ts'
import { getCountryNames } from '../../kit/fields/countryNames.ts'
import { ListPage } from '../../kit/pages/ListPage.tsx'
import type { ShownList } from '../../kit/pages/TablePage.tsx'
import type { ListColumn } from '../../kit/table/listColumn.ts'
import type { TableSelection } from '../../kit/table/selection/useTableSelection.ts'
import { roleOf, useSession } from '../../session/session.ts'
import { SelectedUsers } from './batch/SelectedUsers.tsx'
import { UserBatches } from './batch/UserBatches.tsx'
import { PhoneBadge } from './PhoneBadge.tsx'
import { UserBadges } from './UserBadges.tsx'
import { useUserWords } from './userWords.ts'

export function UserListScreen() {
  const { t, i18n } = useLingui()
  const words = useUserWords()
  const countries = getCountryNames(i18n.locale)
  const columns = useMemo(
    (): ListColumn<UserRow>[] => [
      { id: 'firstname', header: t`First name`, cell: ({ firstname }) => firstname, isSortable: true },
      { id: 'lastname', header: t`Last name`, cell: renderLastname, isSortable: true },
      { id: 'username', header: t`Email`, cell: ({ username }) => username, isSortable: true },
      { id: 'phoneNumber', header: t`Phone number`, cell: renderPhone },
      { id: 'country', header: t`Country`, cell: ({ country }) => countries[country] ?? country, isSortable: true },
      { id: 'subscriptionName', header: t`Subscription`, cell: renderSubscription, words: words.subscriptions },
      { id: 'nbProductUpdates', header: t`Updates`, cell: ({ nbProductUpdates }) => nbProductUpdates, isNumber: true },
    ],
    [t, countries, words.subscriptions],
  )
  const filters = {
    role: { label: t`Role`, values: words.roles },
    country: { label: t`Country`, values: countries, sortedIn: i18n.locale },
    isBetaTester: { label: t`Beta tester`, values: { true: t`Yes`, false: t`No` } },
    accountValidated: { label: t`Verified`, values: { true: t`Yes`, false: t`No` } },
    accountLocked: { label: t`Blocked`, values: { true: t`Yes`, false: t`No` } },
    since: { label: t`Registered` },
    subscription: { label: t`Subscription`, values: { active: t`Active` } },
    lastSync: { label: t`Last sync` },
    isNewsletter: { label: t`Newsletter`, values: { true: t`Yes`, false: t`No` } },
  }
  const role = roleOf(useSession())
  const mayBatch = mayCall(userBatch.create, role)
  const isMarketing = role === 'ROLE_MARKETTING'
  return (
    <ListPage
      entity="user"
      words={words}
      api={api.user}
      columns={columns}
      filters={filters}
      alsoExported={[
        { id: 'phoneInternational', header: t`International phone number` },
        { id: 'role', header: t`Role` },
        { id: 'isNewsletter', header: t`Newsletter` },
        { id: 'isBetaTester', header: t`Beta tester` },
        { id: 'accountValidated', header: t`Verified` },
        { id: 'accountLocked', header: t`Blocked` },
        { id: 'since', header: t`Registered` },
        { id: 'lastSync', header: t`Last sync` },
      ]}
      obstacleToExport={({ filters: chosen }) =>
        isMarketing && (chosen['isNewsletter'] !== 'true' || (chosen['deleted'] ?? '') !== '')
          ? t`Marketing exports newsletter subscribers only. Set the filter “Newsletter” to “Yes”.`
          : undefined
      }
      serialLabel={t`Serial number`}
      nameOf={nameOf}
      {...(mayBatch && { notice: <UserBatches />, selection: { nameOf, actions: renderActions } })}
    />
  )
}

const nameOf = ({ firstname, lastname }: UserRow) => `${firstname} ${lastname}`
const renderActions = (selection: TableSelection, shown: ShownList) => <SelectedUsers selection={selection} shown={shown} />

/** Where the number is not valid, as it was typed. */
function renderPhone(row: UserRow) {
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap tabular-nums">
      <span>{row.phoneInternational ?? row.phoneNumber}</span>
      <PhoneBadge {...row} />
    </span>
  )
}
const renderSubscription = ({ subscriptionName }: UserRow) => subscriptionName && <SubscriptionName name={subscriptionName} />

function SubscriptionName({ name }: { name: string }) {
  return <span>{useUserWords().values.subscriptionName(name)}</span>
}

const renderLastname = (row: UserRow) => (
  <span className="flex items-center gap-1.5">
    <span className="truncate">{row.lastname}</span>
    <UserBadges user={row} />
  </span>
)
