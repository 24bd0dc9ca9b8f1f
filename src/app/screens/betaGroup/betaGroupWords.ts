import { useLingui } from '@lingui/react/macro'
import type { RecordField } from '../../../contract/recordFields.ts'
import type { RecordWords } from '../../kit/record/recordWords.ts'

export function useBetaGroupWords(): RecordWords<RecordField<'betaGroup'> | 'addedUsers' | 'removedUsers'> {
  const { t } = useLingui()
  return {
    title: t`Beta groups`,
    add: t`Add a beta group`,
    create: t`New beta group`,
    edit: t`Edit beta group`,
    added: t`BetaGroup added`,
    modified: t`BetaGroup modified`,
    labels: {
      name: t`Name`,
      selectedFirmwareIds: t`Firmwares`,
      addedUsers: t`Add users`,
      removedUsers: t`Users of the group`,
      nbUsers: t`Users`,
    },
    deleteWords: {
      question: (name: string) => t`Delete beta group “${name}”?`,
      done: t`Beta group deleted`,
      consequence: t`Its users are no longer offered its beta firmware, unless they have it from another group.`,
    },
  }
}
