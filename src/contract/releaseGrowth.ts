/** The calls of staff about how a release does on detectors, and how a staged one grows by that (docs/releases.md, "Plan"). */
import * as v from 'valibot'
import { byId, saved } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { repeated, text } from './fields.ts'
import { always } from './effects.ts'
import { shareText } from './releaseForm.ts'
import { shownOutcomes } from './shownOutcomes.ts'

export const releaseGrowth = {
  /** What became of it on detectors, in the count that is under way. */
  getOutcomes: endpoint({
    method: 'GET',
    path: '/release/{id}/outcomes',
    audience: backOffice,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: shownOutcomes,
  }),

  /**
   * Offers a staged release to a larger share at once, whatever its outcomes say. `from`: the share that the caller saw;
   * `changed.meanwhile.error` if it is another one by now, `release.step.error` unless it is staged and `share` is larger.
   */
  raiseShare: endpoint({
    method: 'POST',
    path: '/release/{id}/share',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject({ share: shareText, from: shareText, reason: text() }),
    response: saved,
    effects: { offer: always },
  }),

  /**
   * The shares that the outcomes of a staged release lead to from now on, each larger than the one before; without any it grows by hand only.
   * `release.step.error` unless it is staged.
   */
  setPlan: endpoint({
    method: 'POST',
    path: '/release/{id}/plan',
    audience: backOffice,
    body: 'form',
    params: byId,
    request: v.strictObject({ shares: repeated(shareText) }),
    response: saved,
    effects: { offer: always },
  }),

  /** Keeps a staged release at its share until the plan goes on by hand. Like a halt, it must not wait for proof. */
  pausePlan: endpoint({
    method: 'POST',
    path: '/release/{id}/pausePlan',
    audience: backOffice,
    body: 'none',
    params: byId,
    response: saved,
  }),

  /**
   * Lets it go on. A beta or released one, which fails in a build or browser of the portal, goes on anyway: it says that a person has seen that.
   * `release.step.error` where there is neither.
   */
  resumePlan: endpoint({
    method: 'POST',
    path: '/release/{id}/resumePlan',
    audience: backOffice,
    body: 'none',
    params: byId,
    response: saved,
    effects: { offer: always },
  }),
}
