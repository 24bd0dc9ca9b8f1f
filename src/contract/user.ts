/** People: their own profile here; staff's calls join with their screens. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { id, instant } from './fields.ts'

/** What a person may read and, but for id and trial, change of themselves (device document, section 3). */
export const profile = v.object({
  id,
  firstname: v.string(),
  lastname: v.string(),
  username: v.string(),
  phonePrefix: v.string(),
  phoneNumber: v.string(),
  country: v.string(),
  distributor: v.nullable(v.string()),
  isNewsletter: v.boolean(),
  /** Addition: the page explains beta firmware to those who see it. */
  isBetaTester: v.boolean(),
  freeTrialEndDate: v.nullable(instant),
})
export type Profile = v.InferOutput<typeof profile>

export const user = {
  getProfile: endpoint({ method: 'GET', path: '/user/getProfile', audience: everyRole, body: 'none', response: profile }),
}
