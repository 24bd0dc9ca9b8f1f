/** Where a version that somebody types stands among those of its products (contract/versionOrder.ts). Knows no interface texts. */
import type { KnownVersion } from '../../../../contract/firmware.ts'
import { foldText } from '../../../../contract/foldText.ts'
import { areMixed, compareVersions, isOrdered, isUpgrade, newestFirst } from '../../../../contract/versionOrder.ts'

export type VersionPlace =
  | { readonly kind: 'unordered' }
  /** Another one follows the same version in another way. */
  | { readonly kind: 'mixed'; readonly other: string }
  | { readonly kind: 'known'; readonly other: string }
  /** A draft that it becomes another language of. */
  | { readonly kind: 'joined'; readonly other: string }
  | {
      readonly kind: 'between'
      /** The next ones beside it; null where there is none. */
      readonly older: string | null
      readonly newer: string | null
      /** For whose owners it is an update, newest first. */
      readonly updates: readonly string[]
    }

/** `language`: of a new firmware; null of one that is stored, which joins no other. */
type Typed = { readonly versionName: string; readonly language: string | null }

/** Null where nothing can be said: nothing is typed, or there is nothing to compare it with. `known`: other releases of its products. */
export function versionPlace({ versionName: typed, language }: Typed, known: readonly KnownVersion[]): VersionPlace | null {
  const versionName = typed.trim()
  if (versionName === '') return null
  if (!isOrdered(versionName)) return { kind: 'unordered' }
  const sorted = known.filter((one) => isOrdered(one.versionName)).toSorted(newestFirst)
  const mixed = sorted.find((one) => areMixed(one.versionName, versionName))
  if (mixed !== undefined) return { kind: 'mixed', other: mixed.versionName }
  const same = sorted.filter((one) => compareVersions(one.versionName, versionName) === 'same')
  const joined =
    language === null
      ? undefined
      : same.find(({ languages }) => languages !== null && !languages.some((one) => foldText(one) === foldText(language)))
  if (joined !== undefined) return { kind: 'joined', other: joined.versionName }
  if (same[0] !== undefined) return { kind: 'known', other: same[0].versionName }
  if (sorted.length === 0) return null
  const older = sorted.filter((one) => isUpgrade(one.versionName, versionName))
  return {
    kind: 'between',
    older: older[0]?.versionName ?? null,
    newer: sorted.findLast((one) => !older.includes(one))?.versionName ?? null,
    updates: [...new Set(older.filter(({ wasOffered }) => wasOffered).map((one) => one.versionName))],
  }
}
