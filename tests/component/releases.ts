/** A release whose steps are answered as the server would: each changes the state that is shown next. */
import type { Obstacle } from '../../src/contract/release.ts'
import { nextShare } from '../../src/contract/releasePlan.ts'
import type { ShownOutcomes } from '../../src/contract/shownOutcomes.ts'
import type { ReleaseAudience, ReleasePlan, ShownRelease } from '../../src/contract/shownRelease.ts'
import { mayTakeStep, releaseSteps, stateAfter } from '../../src/contract/releaseStates.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { noOutcomes } from './outcomes.ts'
import { shownFirmware, shownHold, shownPlan, shownRelease } from './records.ts'

type Setting = Partial<ShownRelease> & {
  /** Whom the step concerns. */
  readonly next?: ReleaseAudience
  readonly obstacles?: readonly Obstacle[]
  /** Where it is offered in steps, what the first one reaches. */
  readonly firstShare?: number
  readonly outcomes?: ShownOutcomes
}

/** Also of its first firmware, on its page and as the only row of the list. */
export function createRelease({ next, obstacles = [], firstShare, outcomes = noOutcomes, ...others }: Setting = {}) {
  let state = others.state ?? 'released'
  let { requirements, holds } = shownRelease(others)
  let scheduled = others.scheduled ?? null
  let plan = others.plan ?? null
  let portalFault = others.portalFault ?? null
  function changePlan({ share, shares, pause }: Partial<ReleasePlan>) {
    plan = planAfter({
      ...(plan ?? shownPlan()),
      ...(share && { share }),
      ...(shares && { shares }),
      ...(pause !== undefined && { pause }),
    })
  }
  const read = () =>
    shownRelease({
      steps: releaseSteps.filter((step) => mayTakeStep(state, step)),
      ...others,
      requirements,
      holds,
      ...(others.steps === undefined && { state }),
      scheduled,
      portalFault,
      plan: state === 'staged' || state === 'halted' ? plan : null,
    })
  const readFirmware = () => shownFirmware({ state, isActive: state === 'beta' || state === 'staged' || state === 'released' })
  const calls = {
    firmware: { ...fakeTable(() => [readFirmware()]), get: readFirmware },
    betaGroup: { getAll: () => [{ id: 1, tostring: 'WS6 field testers' }] },
    release: {
      get: read,
      getOutcomes: () => outcomes,
      getStep: () => ({ audience: next ?? read().audience, obstacles: [...obstacles], share: firstShare }),
      takeStep({ params, body: { step } }) {
        state = stateAfter(step, read().reach)
        scheduled = null
        if (step === 'staged') plan = planAfter(shownPlan({ share: firstShare ?? 1 }))
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
      raiseShare({ params, body: { share } }) {
        changePlan({ share })
        return params
      },
      setPlan({ params, body: { shares } }) {
        changePlan({ shares })
        return params
      },
      pausePlan({ params }) {
        changePlan({ pause: { cause: 'person', test: null, at: new Date().toISOString() } })
        return params
      },
      resumePlan({ params }) {
        portalFault = null
        changePlan({ pause: null })
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

/** What comes next after a change of it, as the server says it. */
function planAfter(plan: ReleasePlan): ReleasePlan {
  const share = plan.pause === null ? nextShare(plan.shares, plan.share) : null
  return { ...plan, next: share === null ? null : { share, outcomes: 13, notBefore: null } }
}

export function obstacle(kind: Obstacle['kind'], others: Partial<Obstacle> = {}): Obstacle {
  return { kind, isRefused: false, name: null, customers: null, ...others }
}
