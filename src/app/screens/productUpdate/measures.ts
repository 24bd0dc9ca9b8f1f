/** Bytes and durations in words a person reads at a glance. */
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** "312 KB"; a thousand bytes to a kilobyte, as file managers count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** "about 20 seconds", "about 2 minutes". */
export function useDurationText(): (ms: number) => string {
  const { t } = useLingui()
  return (ms) => {
    const seconds = Math.max(1, Math.round(ms / 1_000))
    if (seconds < 10) return t`a few seconds`
    if (seconds < 90) return t`about ${Math.round(seconds / 5) * 5} seconds`
    const minutes = Math.round(seconds / 60)
    return t`about ${plural(minutes, { one: '# minute', other: '# minutes' })}`
  }
}
