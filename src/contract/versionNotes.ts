import { compareVersions, isUpgrade, newestFirst } from './versionOrder.ts'

type Noted = { readonly versionName: string; readonly changeLog: string | null }
export type VersionNotes = { readonly versionName: string; readonly changeLog: string }

/**
 * The notes of what lies between the installed version and the one that is available, newest first; where the installed one is unknown, or not
 * older, those of the available one. One for each version: of `offered`, the first that has any.
 */
export function notesBetween(offered: readonly Noted[], installed: string | null, available: string): VersionNotes[] {
  const isBetween = (versionName: string) => installed !== null && isUpgrade(installed, versionName) && isUpgrade(versionName, available)
  const notes: VersionNotes[] = []
  for (const { versionName, changeLog } of offered) {
    const isKnown = notes.some((one) => compareVersions(one.versionName, versionName) === 'same')
    if (changeLog === null || changeLog.trim() === '' || isKnown) continue
    if (compareVersions(versionName, available) === 'same' || isBetween(versionName)) notes.push({ versionName, changeLog })
  }
  return notes.toSorted(newestFirst)
}
