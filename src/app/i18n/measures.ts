/** Formats bytes, percentages and durations. */
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** "312 kB" and "312 ko", or with `perSecond` "24 kB/s" and "24 ko/s". A kilobyte is 1,000 bytes, as in file managers. */
export function useBytesText(): (bytes: number, per?: 'perSecond') => string {
  const { i18n } = useLingui()
  return (bytes, per) => {
    const [unit, value, maximumFractionDigits] = scaled(bytes)
    const style = { style: 'unit', unit: per === undefined ? unit : `${unit}-per-second`, maximumFractionDigits } as const
    // English has a breaking space between number and unit.
    return new Intl.NumberFormat(i18n.locale, style).format(value).replace(' ', '\u00a0')
  }
}

function scaled(bytes: number): [unit: string, value: number, fractionDigits: number] {
  if (bytes < 1_000) return ['byte', bytes, 0]
  return bytes < 1_000_000 ? ['kilobyte', bytes / 1_000, 0] : ['megabyte', bytes / 1_000_000, 1]
}

/** "44%" and "44 %". */
export function usePercentText(): (percent: number) => string {
  const { i18n } = useLingui()
  return (percent) => i18n.number(percent / 100, { style: 'percent' })
}

/** "2.5%" and "2,5 %". `share`: from 0 to 1. */
export function useShareText(): (share: number) => string {
  const { i18n } = useLingui()
  return (share) => i18n.number(share, { style: 'percent', maximumFractionDigits: 1 })
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

/** "13 s", "2 min 5 s": how long something took. */
export function useSpentText(): (ms: number) => string {
  const { i18n } = useLingui()
  const unit = (value: number, name: 'second' | 'minute') =>
    new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value).replace(' ', '\u00a0')
  return (ms) => {
    const seconds = Math.max(1, Math.round(ms / 1_000))
    if (seconds < 60) return unit(seconds, 'second')
    return `${unit(Math.floor(seconds / 60), 'minute')} ${unit(seconds % 60, 'second')}`
  }
}
