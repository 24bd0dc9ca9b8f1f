import { useState } from 'react'
import type { Obstacle, ObstacleKind } from '../../../../contract/release.ts'

/** What a person has answered to what speaks against a step. `mayExcept`: an administrator, who may give a reason for missing proof. */
export function useObstacleAnswers(
  obstacles: readonly Obstacle[],
  { versionName, mayExcept }: { versionName: string; mayExcept: boolean },
) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const open = obstacles.filter(({ isRefused }) => !isRefused)
  const unproved = obstacles.filter(({ kind, isRefused }) => isRefused && kind === 'proof')
  const refused = obstacles.filter(({ kind, isRefused }) => isRefused && kind !== 'proof')
  const toTick = open.filter(({ kind }) => kind !== 'unusualFile')
  const isTicked = (obstacle: Obstacle) => ticked.has(keyOf(obstacle))
  const wantsVersion = open.some(({ kind }) => kind === 'unusualFile')
  return {
    refused,
    unproved,
    mayExcept,
    reason,
    setReason,
    toTick,
    unusualFiles: open.filter(({ kind }) => kind === 'unusualFile'),
    isTicked,
    tick(obstacle: Obstacle, isOn: boolean) {
      const others = [...ticked].filter((key) => key !== keyOf(obstacle))
      setTicked(new Set(isOn ? [...others, keyOf(obstacle)] : others))
    },
    typed,
    setTyped,
    /** What is still to be done before the step can be taken; null if nothing is. */
    missing: missingOf(),
    /** For the call. */
    sent: {
      confirmed: [...new Set<ObstacleKind>(open.map(({ kind }) => kind))],
      ...(wantsVersion && { typedVersion: typed.trim() }),
      ...(unproved.length > 0 && { proofReason: reason.trim() }),
    },
  }

  function missingOf(): 'settle' | 'tick' | 'reason' | 'type' | null {
    if (refused.length > 0 || (unproved.length > 0 && !mayExcept)) return 'settle'
    if (!toTick.every(isTicked)) return 'tick'
    if (unproved.length > 0 && reason.trim() === '') return 'reason'
    return wantsVersion && typed.trim() !== versionName ? 'type' : null
  }
}

export type ObstacleAnswers = ReturnType<typeof useObstacleAnswers>

/** With the numbers: a fact that has changed is confirmed anew. */
export function keyOf({ kind, name, customers, hardwareVersion }: Obstacle): string {
  return `${kind} ${name} ${customers} ${hardwareVersion}`
}
