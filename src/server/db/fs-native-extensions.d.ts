/** The package brings no types; this is the one function of it that we use. */
declare module 'fs-native-extensions' {
  /** Asks for an exclusive lock on the whole open file; false where another open file holds it. The operating system frees it with `fd`. */
  export function tryLock(fd: number): boolean
}
