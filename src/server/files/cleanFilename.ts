/** Cleans an uploaded file's name for display and download. It never becomes a path on this machine. */

const filenameMaxLength = 150
/** Control characters, and marks that reverse the reading direction: with them "exe.bin" is displayed as "nib.exe". */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** Windows unpacks no file with these in its name. */
const unusable = /[:*?"<>|]/g

/** The last part of the path without invisible characters, and `_` for unusable ones. Shortened from the front to keep the extension; never empty. */
export function cleanFilename(given: string): string {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const clean = last.replaceAll(invisible, '').replaceAll(unusable, '_').trim()
  const isName = /[^.]/.test(clean)
  return isName ? [...clean].slice(-filenameMaxLength).join('') : 'file'
}
