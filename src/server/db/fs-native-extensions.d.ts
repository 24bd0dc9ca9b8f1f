/** The package has no types. This is the one function we use. */
declare module 'fs-native-extensions' {
  /**
   * Requests an exclusive lock on the whole open file. Returns false if another open file holds it. The operating system releases it when
   * `fd` is closed.
   */
  export function tryLock(fd: number): boolean
}
