/** The package has no types. This is the one function we use. */
declare module 'fs-native-extensions' {
  /** Locks the whole open file exclusively. Returns false if another open file holds the lock. It ends when `fd` is closed. */
  export function tryLock(fd: number): boolean
}
