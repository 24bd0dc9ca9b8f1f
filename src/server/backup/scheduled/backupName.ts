/**
 * Names of scheduled backups: `fieldport-portal.example.com-2026-11-21T020000Z.tar.age`, without `.age` if it is not encrypted. The host
 * keeps apart what several installations put into one place.
 */
type Installation = { readonly publicUrl: string }

const timePattern = /^(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar(?:\.age)?$/

export function backupName(installation: Installation, madeAt: Date, isEncrypted: boolean): string {
  const time = madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')
  return `${beginningOf(installation)}${time}.tar${isEncrypted ? '.age' : ''}`
}

/** Undefined for every other file. */
export function timeOfBackup(installation: Installation, name: string): Date | undefined {
  const beginning = beginningOf(installation)
  const match = name.startsWith(beginning) ? timePattern.exec(name.slice(beginning.length)) : null
  if (match === null) return undefined
  const [, day, hours, minutes, seconds] = match
  const time = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

const erasedEnd = 'erased.json'

/** Of the list of people whose accounts were erased (erasedList.ts). */
export function erasedListName(installation: Installation): string {
  return `${beginningOf(installation)}${erasedEnd}`
}

/** Of the list that belongs to a backup, by the backup's name; of another name nobody sees whose it is, so the restoring installation's. */
export function erasedListNameOf(backup: string, installation: Installation): string {
  const [, beginning] = /^(fieldport-.+-)(?=\d{4}-)/.exec(backup) ?? []
  const isScheduled = beginning !== undefined && timePattern.test(backup.slice(beginning.length))
  return isScheduled ? `${beginning}${erasedEnd}` : erasedListName(installation)
}

/** Of the names of all that an installation puts there. */
function beginningOf({ publicUrl }: Installation): string {
  return `fieldport-${new URL(publicUrl).host.replaceAll(/[^a-z0-9.]/g, '-')}-`
}
