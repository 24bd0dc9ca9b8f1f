/**
 * Every table, by topic: the schema that drizzle and its migrations read. The server imports tables only from here. After a change, run
 * `npm run db:generate -- NAME` and commit the migration with the change.
 */
export * from './tables/alerts.ts'
export * from './tables/audit.ts'
export * from './tables/contacts.ts'
export * from './tables/demo.ts'
export * from './tables/dueWork.ts'
export * from './tables/firmware.ts'
export * from './tables/messages.ts'
export * from './tables/outcomes.ts'
export * from './tables/ownership.ts'
export * from './tables/people.ts'
export * from './tables/publications.ts'
export * from './tables/releases.ts'
export * from './tables/seals.ts'
export * from './tables/secondFactors.ts'
export * from './tables/securityLog.ts'
export * from './tables/signingIn.ts'
export * from './tables/signingKeys.ts'
export * from './tables/subscriptions.ts'
export * from './tables/updateCounts.ts'
export * from './tables/warrantyCodes.ts'
