/**
 * Every call of the portal, by entity. The server mounts this object; the app calls through it. A namespace, because its type as one object
 * would be longer than the compiler writes.
 */
export { basePath } from './basePath.ts'
export * as contract from './entities.ts'
