/** A release whose steps are answered as the server would: each changes the state that is shown next. */
import type { Obstacle } from '../../src/contract/release.ts'
import type { ReleaseAudience, ShownRelease } from '../../src/contract/shownRelease.ts'
import { mayTakeStep, releaseSteps, stateAfter } from '../../src/contract/releaseStates.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { shownFirmware, shownHold, shownRelease } from './records.ts'

type Setting = Partial<ShownRelease> & {
  /** Whom the step concerns. */
  readonly next?: ReleaseAudience
  readonly obstacles?: readonly Obstacle[]
}

/** Also of its first firmware, on its page and as the only row of the list. */
export function createRelease({ next, obstacles = [], ...others }: Setting = {}) {
  let state = others.state ?? 'released'
  let { requirements, holds } = shownRelease(others)
  let scheduled = others.scheduled ?? null
  const read = () =>
    shownRelease({
      steps: releaseSteps.filter((step) => mayTakeStep(state, step)),
      ...others,
      requirements,
      holds,
      ...(others.steps === undefined && { state }),
      scheduled,
    })
  const readFirmware = () => shownFirmware({ state, isActive: state === 'beta' || state === 'staged' || state === 'released' })
  const calls = {
    firmware: { ...fakeTable(() => [readFirmware()]), get: readFirmware },
    betaGroup: { getAll: () => [{ id: 1, tostring: 'WS6 field testers' }] },
    release: {
      get: read,
      getStep: () => ({ audience: next ?? read().audience, obstacles: [...obstacles] }),
      takeStep({ params, body: { step } }) {
        state = stateAfter(step, read().reach)
        scheduled = null
        return params
      },
      schedule({ params, body: { step, at } }) {
        scheduled = { step, at, setBy: { id: 3, tostring: 'Ada Field' }, setAt: new Date().toISOString(), failure: null }
        return params
      },
      unschedule({ params }) {
        scheduled = null
        return params
      },
      setRequirements({ params, body: { minimumInstalledVersion = null, steppingStone = null, ...body } }) {
        const { minimumBatteryPercent = null, minimumAppBuild = null, needsCoil = false, ...always } = body
        requirements = { minimumInstalledVersion, steppingStone, minimumBatteryPercent, minimumAppBuild, needsCoil, ...always }
        return params
      },
      hold({ params, body: { hardwareVersions, reasonEn: en, reasonFr: fr } }) {
        const id = 1 + Math.max(0, ...holds.map((hold) => hold.id))
        holds = [shownHold({ id, hardwareVersions, reason: { en, fr } }), ...holds]
        return params
      },
      lift({ params, body: { holdId } }) {
        holds = holds.filter(({ id }) => id !== holdId)
        return params
      },
    },
  } satisfies FakeCalls
  return { calls }
}

export function obstacle(kind: Obstacle['kind'], others: Partial<Obstacle> = {}): Obstacle {
  return { kind, isRefused: false, name: null, customers: null, ...others }
}
