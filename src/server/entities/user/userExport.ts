import { exportHandlers } from '../../exports/exportRows.ts'
import { userList } from './userList.ts'

/** Files of the list of users. */
export const userExport = exportHandlers(userList, {
  list: 'user',
  columns: {
    firstname: ({ firstname }) => firstname,
    lastname: ({ lastname }) => lastname,
    username: ({ username }) => username,
    phoneNumber: ({ phoneNumber }) => phoneNumber,
    phoneInternational: ({ phoneInternational }) => phoneInternational ?? null,
    country: ({ country }) => country,
    role: ({ role }) => role,
    subscriptionName: ({ subscriptionName }) => subscriptionName,
    nbProductUpdates: ({ nbProductUpdates }) => nbProductUpdates,
    isNewsletter: ({ isNewsletter }) => isNewsletter,
    isBetaTester: ({ isBetaTester }) => isBetaTester,
    accountValidated: ({ accountValidated }) => accountValidated,
    accountLocked: ({ accountLocked }) => accountLocked,
    since: { is: 'instant', at: ({ since }) => since },
    lastSync: { is: 'instant', at: ({ lastSync }) => lastSync },
  },
  // Those who write the newsletter take away its readers, and nobody who has left.
  isAllowed: ({ role }, { isNewsletter, deleted }) => role !== 'ROLE_MARKETTING' || (isNewsletter === 'true' && deleted === undefined),
})
