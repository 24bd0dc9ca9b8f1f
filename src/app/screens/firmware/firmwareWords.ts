import { useLingui } from '@lingui/react/macro'
import type { RecordField } from '../../../contract/recordFields.ts'
import type { RecordWords } from '../../kit/record/recordWords.ts'
import { useShareText } from '../../i18n/measures.ts'
import { useConditionValues } from './conditions/conditionWords.ts'
import { useStateNames } from './useStateNames.ts'

export function useFirmwareWords(): RecordWords<RecordField<'firmware'> | 'typedVersion'> {
  const { t } = useLingui()
  const states = useStateNames()
  const conditionValues = useConditionValues()
  const shareText = useShareText()
  return {
    title: t`Firmwares`,
    add: t`Add a firmware`,
    create: t`New firmware`,
    edit: t`Edit firmware`,
    added: t`Firmware added`,
    modified: t`Firmware modified`,
    labels: {
      versionName: t`Version`,
      language: t`Language`,
      isBetaTest: t`Beta test`,
      isActive: t`Active`,
      changeLog: t`Change log`,
      selectedProductIds: t`Products`,
      selectedBetaGroupIds: t`Beta groups`,
      file: t`File`,
      state: t`State`,
      share: t`Share of the detectors`,
      plan: t`Plan`,
      isUnconfirmed: t`Unusual file, not confirmed`,
      requirements: t`Requirements`,
      holds: t`Holds`,
      proofException: t`Exception from the hardware test`,
      typedVersion: t`Type the version to confirm`,
    },
    values: {
      ...conditionValues,
      state: (code) => Object.entries(states).find(([state]) => state === code)?.[1] ?? code,
      // "0.1: Support is calm"; without a reason, its outcomes raised it.
      share(stored) {
        const [share, ...reason] = stored.split(': ')
        return [shareText(Number(share)), ...reason].join(' · ')
      },
      // "0.02 0.1 1 paused"
      plan(stored) {
        const shares = stored.split(' ').filter((part) => part !== '' && part !== 'paused')
        const text = shares.length === 0 ? t`by hand only` : shares.map((share) => shareText(Number(share))).join(', ')
        return stored.endsWith('paused') ? t`${text} (paused)` : text
      },
      proofException: (reason) => (reason === 'overTheApi' ? t`over the API` : reason),
    },
    deleteWords: {
      question: (name: string) => t`Delete firmware ${name}?`,
      done: t`Firmware deleted`,
      consequence: t`Customers can no longer install it. Past updates stay in their lists.`,
    },
  }
}
