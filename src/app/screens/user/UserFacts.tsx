import { useLingui } from '@lingui/react/macro'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { formatDate, formatDateTime } from '../../i18n/formatDate.ts'
import { useLabelled } from '../../i18n/useLabelled.ts'
import { getCountryNames } from '../../kit/fields/countryNames.ts'
import { FactGroups } from '../../kit/pages/FactList.tsx'
import { YesNo } from '../../kit/text/YesNo.tsx'
import { useUserWords } from './userWords.ts'

const day = (date: string | null) => date && formatDate(date)
const moment = (date: string | null) => date && formatDateTime(date)

/** Every field of a user. */
export function UserFacts({ user: shown }: { user: ShownUser }) {
  const { t, i18n } = useLingui()
  const { labels, roles, values } = useUserWords()
  const disk =
    shown.diskUsage === null ? null : i18n.number(shown.diskUsage / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  const { subscriptionName, subscriptions } = shown
  const hasSubscribed = subscriptionName !== null && subscriptionName !== 'TRIAL'
  return (
    <FactGroups
      groups={[
        {
          title: t`Contact details`,
          facts: [
            [labels.firstname, shown.firstname],
            [labels.lastname, shown.lastname],
            [labels.username, shown.username],
            ...(shown.pendingUsername === null ? [] : [[labels.pendingUsername, shown.pendingUsername] as const]),
            [labels.phonePrefix, shown.phonePrefix],
            [labels.phoneNumber, shown.phoneNumber],
            [labels.country, getCountryNames(i18n.locale)[shown.country] ?? shown.country],
            [labels.distributor, shown.distributor],
            [labels.isNewsletter, <YesNo key="newsletter" value={shown.isNewsletter} />],
          ],
        },
        {
          title: t`Account`,
          facts: [
            [labels.role, roles[shown.role]],
            [t`Origin`, shown.origin],
            [t`Since`, day(shown.since)],
            [labels.accountValidated, <YesNo key="verified" value={shown.accountValidated} />],
            [labels.accountLocked, <YesNo key="blocked" value={shown.accountLocked} />],
            [t`Second factors`, shown.secondFactors],
            [labels.isBetaTester, <YesNo key="tester" value={shown.isBetaTester} />],
            ...(shown.isBetaTester
              ? [[labels.selectedBetaGroupIds, shown.betaGroups.map(({ tostring }) => tostring).join(', ')] as const]
              : []),
          ],
        },
        {
          title: t`Companion app`,
          facts: [
            [labels.subscriptionName, hasSubscribed ? values.subscriptionName(subscriptionName) : t`No subscription`],
            [t`Subscriptions`, subscriptions.length === 0 ? null : <SubscriptionList key="subscriptions" subscriptions={subscriptions} />],
            [t`Free trial until`, day(shown.freeTrialEndDate)],
            [t`First launch of the app`, moment(shown.firstLaunch)],
            [t`Last launch of the app`, moment(shown.lastLaunch)],
            [t`Last sync with the app`, moment(shown.lastSync)],
            [t`Cloud storage used`, disk],
          ],
        },
      ]}
    />
  )
}

function SubscriptionList({ subscriptions }: Pick<ShownUser, 'subscriptions'>) {
  const labelled = useLabelled()
  const { values } = useUserWords()
  return (
    <ul>
      {subscriptions.map(({ id, name, start, end }) => (
        <li key={id}>{labelled(values.subscriptionName(name), `${formatDate(start)} – ${formatDate(end)}`)}</li>
      ))}
    </ul>
  )
}
