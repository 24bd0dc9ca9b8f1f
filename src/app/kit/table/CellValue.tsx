import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { YesNo } from '../text/YesNo.tsx'

/** A value in a list: numbers grouped, yes and no as icons, a dash for nothing. */
export function CellValue({ value }: { value: ReactNode }) {
  const { i18n } = useLingui()
  if (typeof value === 'boolean') return <YesNo value={value} />
  if (typeof value === 'number') return i18n.number(value)
  return value === null || value === undefined || value === '' ? '–' : value
}
