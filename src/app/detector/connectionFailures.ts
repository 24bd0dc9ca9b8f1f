/** How often connecting has failed for the same reason in a row, on this page. A connection, or another reason, begins anew. */
import { Store, useSelector } from '@tanstack/react-store'
import type { ErrorCode } from '../../errors.ts'
import { type DetectorState, detectorState, onDetector } from './detectorStore.ts'

type Failures = { readonly cause: ErrorCode | null; readonly timesInRow: number; readonly status: DetectorState['status'] }

const failures = new Store<Failures>(after({ cause: null, timesInRow: 0, status: 'absent' }, detectorState()))
onDetector((detector) => failures.setState((before) => after(before, detector)))

function after(before: Failures, detector: DetectorState): Failures {
  const { status } = detector
  if (status === 'connected') return { cause: null, timesInRow: 0, status }
  // A worker that crashes reports the same failure twice.
  if (status !== 'failed' || (before.status === 'failed' && before.cause === detector.cause)) return { ...before, status }
  const { cause } = detector
  return { cause, timesInRow: cause === before.cause ? before.timesInRow + 1 : 1, status }
}

export function connectionFailuresInRow(): number {
  return failures.state.timesInRow
}

export function useConnectionFailuresInRow(): number {
  return useSelector(failures, connectionFailuresInRow)
}

export function forgetConnectionFailures(): void {
  failures.setState(({ status }) => ({ cause: null, timesInRow: 0, status }))
}
