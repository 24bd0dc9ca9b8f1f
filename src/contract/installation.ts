/** What administrators must know of the installation itself. An addition. */
import * as v from 'valibot'
import { always } from './effects.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'

/** What can be wrong; the server looks once a minute. */
export const alertKinds = [
  'outboxStuck',
  'diskNearlyFull',
  'backupOld',
  'backupFailed',
  'certificateEnds',
  'errorRate',
  'clockOff',
  'smsNearlyUsedUp',
] as const
export type AlertKind = (typeof alertKinds)[number]

const state = v.object({
  /** What is wrong now, longest first. */
  alerts: v.array(v.object({ kind: v.picklist(alertKinds), since: instant })),
  /** When the backup was made from which the installation was restored, until somebody puts it back into service; otherwise null. */
  restoredFrom: v.nullable(instant),
})
export type InstallationState = v.InferOutput<typeof state>

export const installation = {
  getState: endpoint({
    method: 'GET',
    path: '/installation/getState',
    audience: ['ROLE_ADMIN'],
    isReadOnly: true,
    body: 'none',
    response: state,
  }),

  /** A restored installation sends messages and offers firmware again. Once; then it changes nothing. Written to the security log. */
  resume: endpoint({
    method: 'POST',
    path: '/installation/resume',
    audience: ['ROLE_ADMIN'],
    effects: { offer: always },
    body: 'none',
    response: v.object({}),
  }),
}
