/** What a file was called where it came from, fit to be shown and sent back. It never becomes a path on this machine. */

const filenameMaxLength = 150
/** Control characters, and marks that turn the reading direction so that "exe.bin" reads "nib.exe". */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** The last part of the path, without invisible characters, cut at its front so that the extension stays; never empty. */
export function cleanFilename(given: string): string {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const clean = last.replaceAll(invisible, '').trim()
  const isName = /[^.]/.test(clean)
  return isName ? [...clean].slice(-filenameMaxLength).join('') : 'file'
}
