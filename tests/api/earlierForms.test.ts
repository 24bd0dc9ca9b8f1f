// @module-tag rest
/** The earlier client's form of a firmware where a release needs proof from real hardware, or another administrator's approval. */
import { describe, expect, it } from 'vitest'
import type { ReleaseState } from '../../src/contract/releaseStates.ts'
import { addBetaGroup } from '../support/catalogue.ts'
import { earlierPageOf, type Id, onForm, type Refusal, type Shown } from '../support/earlierPage.ts'
import type { EarlierCall } from '../support/earlierRequests.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { serverOnPostgresWith } from '../support/servers.ts'

let made = 0
const newVersion = () => `7.${(made += 1)}`
const [unapproved, untried] = [onForm('release.approval.error'), onForm('release.proof.error')]

/**
 * By the environment, the earlier forms that are refused because they offer a release to more people. A person sits before the earlier page of
 * an administrator, so it is not taken for a program, which may make exceptions.
 */
const proofs: readonly (readonly [environment: Record<string, string>, refused: readonly EarlierCall[], Refusal])[] = [
  [{ RELEASE_PROOF: 'required' }, ['createOffered', 'createBeta', 'saveActive', 'saveBeta'], untried],
  [{ RELEASE_APPROVERS: '2' }, ['createOffered', 'saveActive'], unapproved],
]

/** What a form makes of a draft that it saves. */
const becomes: Readonly<Partial<Record<EarlierCall, ReleaseState>>> = { saveActive: 'released', saveBeta: 'beta' }

describe.each(proofs)('with %o', (environment, refused, refusal) => {
  serverOnPostgresWith(environment, (server) => {
    it.each(['staff', 'administrator'])('refuses the earlier forms of %s so that they show it, and takes all others', async (who) => {
      const desk = await openReleaseDesk(server)
      const client = who === 'staff' ? desk.backOffice : desk.admin
      const page = earlierPageOf(server, client, { productId: desk.productId, betaGroupId: await addBetaGroup(server, []) })
      for (const call of ['createOffered', 'createBeta', 'createDraft', 'saveActive', 'saveBeta', 'saveFile', 'saveInactive'] as const) {
        const versionName = newVersion()
        const { id: firmwareId } = await page.get<Id>('createDraft', { versionName })
        const { version } = await page.get<Shown>('firmwareShown', { firmwareId })
        const isNew = call.startsWith('create')
        const answer = await page.attempt(call, isNew ? { versionName: newVersion() } : { firmwareId, versionName, version })
        const { state } = await desk.releaseOf(firmwareId)
        expect([call, answer, state]).toEqual(refused.includes(call) ? [call, refusal, 'draft'] : [call, 'done', becomes[call] ?? 'draft'])
      }
    })
  })
})
