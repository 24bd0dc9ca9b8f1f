import { useLingui } from '@lingui/react/macro'
import type { ReleaseState } from '../../../contract/releaseStates.ts'

/** The states of a release in words. */
export function useStateNames(): Readonly<Record<ReleaseState, string>> {
  const { t } = useLingui()
  return {
    draft: t({ message: 'Draft', context: 'state of a release' }),
    beta: t({ message: 'Beta', context: 'state of a release' }),
    staged: t({ message: 'Staged', context: 'state of a release' }),
    released: t({ message: 'Released', context: 'state of a release' }),
    halted: t({ message: 'Halted', context: 'state of a release' }),
    withdrawn: t({ message: 'Withdrawn', context: 'state of a release' }),
  }
}
