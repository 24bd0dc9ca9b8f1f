import { useLingui } from '@lingui/react/macro'
import { localDay } from '../../i18n/calendarDay.ts'

/** The name of a file of codes if the server gives none. */
export function useCodesFilename(): () => string {
  const { t } = useLingui()
  return () => `${t`warranty-codes`}-${localDay(new Date())}.xlsx`
}
