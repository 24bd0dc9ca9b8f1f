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

/** Of the names of all that an installation puts there. */
export function beginningOf({ publicUrl }: Installation): string {
  return `fieldport-${new URL(publicUrl).host.replaceAll(/[^a-z0-9.]/g, '-')}-`
}
