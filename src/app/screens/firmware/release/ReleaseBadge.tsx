import type { ComponentProps } from 'react'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { useStateNames } from '../useStateNames.ts'

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
  return <Badge variant={variants[state]}>{useStateNames()[state]}</Badge>
}
