import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { Badge } from '../../../ui/badge.tsx'

const variants: Readonly<Record<ReleaseState, ComponentProps<typeof Badge>['variant']>> = {
  draft: 'secondary',
  beta: 'default',
  staged: 'default',
  released: 'success',
  halted: 'warning',
  withdrawn: 'destructive',
}

/** The state of a release, as a word. */
export function ReleaseBadge({ state }: { state: ReleaseState }) {
  const { t } = useLingui()
  const words: Readonly<Record<ReleaseState, string>> = {
    draft: t({ message: 'Draft', context: 'state of a release' }),
    beta: t({ message: 'Beta', context: 'state of a release' }),
    staged: t({ message: 'Staged', context: 'state of a release' }),
    released: t({ message: 'Released', context: 'state of a release' }),
    halted: t({ message: 'Halted', context: 'state of a release' }),
    withdrawn: t({ message: 'Withdrawn', context: 'state of a release' }),
  }
  return <Badge variant={variants[state]}>{words[state]}</Badge>
}
