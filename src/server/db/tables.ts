/**
 * Every table, by concept: the schema that drizzle and its migrations read, and the one place the server imports tables from.
 * After a change: `npm run db:generate`, and commit the migration with it.
 */
export * from './tables/audit.ts'
export * from './tables/contacts.ts'
export * from './tables/demo.ts'
export * from './tables/firmware.ts'
export * from './tables/messages.ts'
export * from './tables/ownership.ts'
export * from './tables/people.ts'
export * from './tables/publications.ts'
export * from './tables/securityLog.ts'
export * from './tables/signingIn.ts'
