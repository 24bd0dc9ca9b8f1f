import { useLingui } from '@lingui/react/macro'
import type { RecordField } from '../../../contract/recordFields.ts'
import type { RecordWords } from '../../kit/record/recordWords.ts'

export function useRallyZoneWords(): RecordWords<RecordField<'rallyZone'>> {
  const { t } = useLingui()
  return {
    title: t`Rally zones`,
    add: t`Add a rally zone`,
    create: t`New rally zone`,
    edit: t`Edit rally zone`,
    added: t`Rally zone added`,
    modified: t`Rally zone modified`,
    labels: {
      title: t`Title`,
      enabled: t`Enabled`,
      zoneFile: t`KML File`,
    },
    deleteWords: {
      question: (title: string) => t`Delete rally zone “${title}”?`,
      done: t`Rally zone deleted`,
      consequence: t`The companion app no longer shows it.`,
    },
  }
}
