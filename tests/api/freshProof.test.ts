/** Which calls want fresh proof of who makes them, for every role and state of the proof. */
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import { unknown } from '../../src/contract/effects.ts'
import { type Endpoint, mayCall, type Parts } from '../../src/contract/endpoint.ts'
import { roles } from '../../src/contract/rules.ts'
import { type Client, failure, newAddress, password } from '../support/apiServer.ts'
import { firmwareBody, keptFileBody } from '../support/catalogue.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { addApp, addPasskey } from '../support/factors.ts'
import { exportedLists } from '../support/exportedColumns.ts'
import { exportOf } from '../support/exports.ts'
import { staffForm } from '../support/ownContact.ts'
import { sendUnproved, setProofOf } from '../support/proofs.ts'
import { serverOnPostgres } from '../support/servers.ts'

const minuteMs = 60_000
const required = { status: 403, message: 'proof.required.error' }
const refused = { status: 403, message: 'not.authorized' }
const wanting = contractCalls.filter(({ endpoint }) => Object.values(endpoint.effects ?? {}).some((when) => when !== unknown))
const nobody = { id: 999_999 }
const letters = 'A'.repeat(40)

const person = (role: string) => ({ ...staffForm, username: newAddress(), role })

serverOnPostgres((server) => {
  let customerId = 0
  beforeAll(async () => {
    customerId = (await server.join()).userId
  })

  /** A request of each that wants proof. */
  const requests: Readonly<Record<string, () => Partial<Parts<Endpoint>>>> = {
    'betaGroup.create': () => ({ body: { name: 'Testers', selectedFirmwareIds: [nobody.id], selectedUserIds: [] } }),
    'betaGroup.update': () => ({ params: nobody, body: { name: 'Testers', selectedFirmwareIds: [nobody.id], selectedUserIds: [] } }),
    'betaGroup.restore': () => ({ params: nobody }),
    'product.update': () => ({ params: nobody, body: { name: 'WS6', typeName: 'WS6', typeId: 7 } }),
    'product.restore': () => ({ params: nobody }),
    'firmware.create': () => ({ body: firmwareBody() }),
    'firmware.update': () => ({ params: nobody, body: keptFileBody() }),
    'firmware.restore': () => ({ params: nobody }),
    'release.takeStep': () => ({ params: nobody, body: { step: 'withdraw', from: 'halted', confirmed: [], betaGroupIds: [] } }),
    'release.lift': () => ({ params: nobody, body: { holdId: 1 } }),
    'release.schedule': () => ({
      params: nobody,
      body: { step: 'withdraw', from: 'halted', confirmed: [], betaGroupIds: [], at: '2027-01-01T00:00:00.000Z' },
    }),
    'release.raiseShare': () => ({ params: nobody, body: { share: 0.5, from: 0.1, reason: 'Support is calm' } }),
    'release.setPlan': () => ({ params: nobody, body: { shares: [] } }),
    'release.resumePlan': () => ({ params: nobody }),
    'release.approve': () => ({ params: nobody, body: {} }),
    'impersonation.start': () => ({ body: { userId: nobody.id } }),
    'installation.resume': () => ({}),
    'leaving.requestExport': () => ({}),
    'leaving.downloadExport': () => ({ body: { exportId: nobody.id } }),
    'leaving.requestDeletion': () => ({}),
    'leaving.requestExportForUser': () => ({ params: nobody }),
    'leaving.requestDeletionForUser': () => ({ params: nobody }),
    'secondFactor.beginPasskey': () => ({}),
    'secondFactor.beginTotp': () => ({}),
    'secondFactor.addPasskey': () => ({
      body: { name: 'Key', passkey: { id: letters, clientDataJSON: letters, attestationObject: letters, transports: [] } },
    }),
    'secondFactor.addTotp': () => ({ body: { name: 'Phone', setup: '1.a', code: '123456' } }),
    'secondFactor.remove': () => ({ params: nobody }),
    'secondFactor.makeRecoveryCodes': () => ({}),
    'secondFactor.reset': () => ({ body: { userId: nobody.id, reason: 'Lost phone' } }),
    'session.endOthers': () => ({}),
    'userBatch.create': () => ({ body: { kind: 'delete', userIds: [nobody.id] } }),
    'userBatch.undo': () => ({ params: nobody, body: { undoes: 'delete' } }),
    'user.create': () => ({ body: { ...person('ROLE_BE'), password: 'kf82mwqz9-long' } }),
    'user.update': () => ({ params: { id: customerId }, body: { ...person('ROLE_CUSTOMER'), password: 'kf82mwqz9-long' } }),
    'user.remove': () => ({ params: nobody }),
    'user.restore': () => ({ params: nobody }),
    'user.verifyAccount': () => ({ body: { userId: nobody.id } }),
    ...Object.fromEntries(exportedLists.map((list) => [`${list}.exportRows`, () => ({ body: exportOf(list, {}) })])),
    'warrantyCode.generateCode': () => ({ body: { nbCode: 1, isGifted: false } }),
    'warrantyCode.downloadExcelCodes': () => ({ body: { filters: [] } }),
    'warrantyCode.downloadBatch': () => ({ params: nobody }),
    'warrantyCode.recallBatch': () => ({ params: nobody, body: { reason: 'The file leaked' } }),
  }

  const send = (client: Client, endpoint: Endpoint, request: Partial<Parts<Endpoint>>) => sendUnproved(server, client, endpoint, request)
  const setProof = (client: Client, provedAt: Date | null) => setProofOf(server, client, provedAt)
  const old = () => new Date(server.context.clock().getTime() - 5 * minuteMs)

  it('wants it of these, each of which is tried here', () => {
    expect(wanting.map(({ call }) => call).toSorted()).toEqual(Object.keys(requests).toSorted())
  })

  describe.each(wanting)('$call', ({ call, endpoint }) => {
    it.each(roles)('by %s', async (role) => {
      const client = await server.signInAs(role)
      const isAllowed = mayCall(endpoint, role)
      const answers: unknown[] = []
      for (const provedAt of [null, old(), new Date(old().getTime() + 1_000)]) {
        await setProof(client, provedAt)
        const response = await send(client, endpoint, requests[call]?.() ?? {})
        answers.push(response.ok ? 'goes on' : await failure(response))
      }
      const outcomes = answers.map((answer) =>
        isDeepStrictEqual(answer, required) ? 'is asked' : isDeepStrictEqual(answer, refused) ? 'may not' : 'goes on',
      )
      // The account is one of staff, which the back office may not make, nor may it delete users, one or many; marketing exports only readers
      // of the newsletter.
      const isRefused =
        (['user.create', 'userBatch.create'].includes(call) && role === 'ROLE_BE') ||
        (call === 'user.exportRows' && role === 'ROLE_MARKETTING')
      const last = isRefused ? 'may not' : 'goes on'
      expect(outcomes).toEqual(isAllowed ? ['is asked', 'is asked', last] : ['may not', 'may not', 'may not'])
    })
  })

  it('is not renewed with the token, and the refused call ends no session', async () => {
    const { username } = await server.join({ role: 'ROLE_ADMIN' })
    const admin = await server.signIn(username)
    server.pass(5 * minuteMs)
    const { refresh_token = '' } = admin.held.current ?? {}
    admin.held.current = await admin.authentication.refresh({ body: { grant_type: 'refresh_token', refresh_token } })
    const response = await send(admin, contract.user.remove, { params: nobody })
    await expect(failure(response)).resolves.toEqual(required)
    await expect(admin.session.getOwn()).resolves.toHaveLength(1)
  })

  it('is the password where there is no factor, and a factor where there is one', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    await setProof(admin, old())
    await expect(admin.session.beginProof()).resolves.toEqual({ kinds: ['password'], passkey: null })
    const wrong = { kind: 'password', password: 'something else' } as const
    await expect(admin.session.prove({ body: { proof: wrong } })).rejects.toMatchObject({
      code: 'incorrect.password',
      invalidField: 'password',
    })
    await admin.session.prove({ body: { proof: { kind: 'password', password } } })
    const { code, recoveryCodes } = await addApp(server, admin)
    const { passkey } = await addPasskey(admin)
    await expect(admin.session.prove({ body: { proof: { kind: 'password', password } } })).rejects.toMatchObject({
      code: 'proof.required.error',
    })
    server.pass(6 * minuteMs)
    const begun = await admin.session.beginProof()
    expect(begun.kinds).toEqual(['passkey', 'totp', 'recoveryCode'])
    if (begun.passkey === null) throw new Error('nothing to sign')
    const proofs = [
      { kind: 'passkey', signature: passkey.sign(begun.passkey) },
      { kind: 'totp', code: code() },
      { kind: 'recoveryCode', code: recoveryCodes?.[0] ?? '' },
    ] as const
    for (const proof of proofs) {
      await setProof(admin, old())
      await expect(failure(await send(admin, contract.user.remove, { params: nobody }))).resolves.toEqual(required)
      await admin.session.prove({ body: { proof } })
      await expect(failure(await send(admin, contract.user.remove, { params: nobody }))).resolves.toMatchObject({ status: 404 })
    }
  })

  it('is not won by a change of one’s own password, for who has a factor', async () => {
    const { username } = await server.join({ role: 'ROLE_ADMIN' })
    const admin = await server.signIn(username)
    await addApp(server, admin)
    await setProof(admin, old())
    const chosen = 'kf82mwqz9 other words'
    await admin.user.updateCurrentUserPassword({ body: { oldPassword: password, newPassword: chosen, newPasswordRepeat: chosen } })
    admin.held.current = await admin.authentication.login({ body: { username, password: chosen } })
    await expect(failure(await send(admin, contract.user.remove, { params: nobody }))).resolves.toEqual(required)
  })
})
