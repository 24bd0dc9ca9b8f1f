/** What staff decide about a proof of purchase, and what its owner may do then (docs/specification.md, "Proofs of purchase"). */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { files } from '../../src/server/db/tables.ts'
import { checkedProofsOn } from '../support/checkedProofs.ts'
import { addCodes, newSerial, pdf, register, registerPurchase } from '../support/coils.ts'
import { claim, midnight } from '../support/extendedCoils.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

const dayMs = 24 * 60 * 60 * 1000
const other = () => new File([pdf], 'second.pdf')

serverOnPostgres((server) => {
  const { people, coil, correct, coilOf, detector, detectorOf, take, approve, refuse, refreshed } = checkedProofsOn(server)

  it('a proof is being checked from when it is sent [T895]', async () => {
    const { ada } = people()
    const sent = await coil()
    expect(sent.proofCheck).toEqual({ state: 'checking', reason: null, words: null, decidedAt: null, resendUntil: null })
    expect((await detectorOf(await detector())).proofCheck).toMatchObject({ state: 'checking' })
    const without = await ada.accessory.createOrUpdate({ body: { accessories: [] } })
    expect(without).toEqual([])
  })

  it('an approval and a refusal are shown to the owner on coil and detector, and kept in their history [T896]', async () => {
    const { ada, colleague } = people()
    const first = await coil()
    const second = await detector()
    await approve()
    await refuse({ reason: 'otherDate', words: 'The invoice is of March.' })
    const decidedAt = server.context.clock().toISOString()
    expect((await coilOf(first.id)).proofCheck).toEqual({ state: 'approved', reason: null, words: null, decidedAt, resendUntil: null })
    expect((await detectorOf(second)).proofCheck).toEqual({
      state: 'refused',
      reason: 'otherDate',
      words: 'The invoice is of March.',
      decidedAt,
      resendUntil: midnight('2028-11-21'),
    })
    const shown = await colleague.user.get({ params: { id: ada.held.current?.id ?? 0 } })
    expect([shown.accessories[0]?.proofCheck?.state, shown.userProducts[0]?.proofCheck?.state]).toEqual(['approved', 'refused'])
    const history = await colleague.audit.getForRecord({ params: { entity: 'user', id: ada.held.current?.id ?? 0 } })
    expect(history.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      {
        action: 'refuseProof',
        before: { id: second, owned: expect.stringContaining('DE ') },
        after: { refusal: 'otherDate', reason: 'The invoice is of March.' },
      },
      { action: 'approveProof', before: { id: first.id, owned: first.name }, after: {} },
    ])
  })

  it('a warranty, and what a code adds to it, are the same in every state of the proof [T897]', async () => {
    const { ada } = people()
    const sent = await coil({ purchaseDate: '2026-01-31' })
    const [code = ''] = await addCodes(server)
    await refuse()
    const extended = await claim(ada, sent.id, code)
    expect(extended).toMatchObject({ endWarrantyExtension: midnight('2036-01-31'), proofCheck: { state: 'refused' } })
    const id = await detector()
    const before = await detectorOf(id)
    await refuse()
    expect(await detectorOf(id)).toEqual({ ...before, proofCheck: expect.objectContaining({ state: 'refused' }) })
  })

  it('a refusal needs a reason, and words if that is another one [T898]', async () => {
    await coil()
    await expect(refuse({})).rejects.toMatchObject(refused('MandatoryField', 'reason'))
    await expect(refuse({ reason: 'other' })).rejects.toMatchObject(refused('MandatoryField', 'words'))
    await expect(refuse({ reason: 'other', words: 'x'.repeat(501) })).rejects.toMatchObject(refused('text.too.long.error', 'words'))
    await refuse({ reason: 'other', words: 'It is a drawing.' })
  })

  it('an approved proof fixes itself, the date and the serial number, but not for staff [T899]', async () => {
    const { ada } = people()
    const sent = await coil()
    const { id } = sent
    const coilSerial = sent.coilSerial ?? ''
    const detectorId = await detector()
    await approve()
    await approve()
    const same = { accessoryId: id, coilSerial, purchaseDate: '2026-11-21' }
    const change = (changed: Partial<Parameters<typeof register>[1]>) => register(ada, { ...same, ...changed })
    await expect(change({ purchaseDate: '2026-11-20' })).rejects.toMatchObject(refused('proof.approved.error', 'purchaseDate'))
    await expect(change({ coilSerial: newSerial() })).rejects.toMatchObject(refused('proof.approved.error', 'coilSerial'))
    await expect(change({ proof: other() })).rejects.toMatchObject(refused('proof.approved.error', 'purchaseProofFile'))
    await expect(registerPurchase(ada, detectorId, { purchaseDate: '2026-11-20', proof: null })).rejects.toMatchObject(
      refused('proof.approved.error', 'purchaseDate'),
    )
    expect(await change({})).toMatchObject({ proofCheck: { state: 'approved' } })
    await correct(sent, '2026-11-20')
    expect(await coilOf(id)).toMatchObject({ purchaseDate: midnight('2026-11-20'), proofCheck: { state: 'approved' } })
  })

  it('a coil that its owner gave up and registers again stays approved with its date, and another owner’s is checked anew [T900]', async () => {
    const { ada } = people()
    const { id, coilSerial, purchaseProof } = await coil()
    await approve()
    const giveUp = () => ada.accessory.delete({ params: { id } })
    const again = (purchaseDate: string, owner = ada) => coil({ coilSerial: coilSerial ?? '', purchaseDate }, owner)
    await giveUp()
    await expect(again('2026-11-01')).rejects.toMatchObject(refused('proof.approved.error', 'purchaseDate'))
    expect(await again('2026-11-21')).toMatchObject({ id, purchaseProof, proofCheck: { state: 'approved' } })
    await giveUp()
    const bob = await server.signInAs('ROLE_CUSTOMER')
    const sold = await again('2026-11-01', bob)
    expect(sold).toMatchObject({ purchaseDate: midnight('2026-11-01'), proofCheck: { state: 'checking' } })
    await bob.accessory.delete({ params: { id: sold.id } })
    expect(await again('2026-11-02')).toMatchObject({ purchaseDate: midnight('2026-11-02'), proofCheck: { state: 'checking' } })
  })

  it('a proof that is not approved can be replaced, even with a used code [T901]', async () => {
    const { ada } = people()
    const { id, coilSerial, purchaseProof } = await coil({ purchaseDate: '2026-01-31' })
    const [code = ''] = await addCodes(server)
    await claim(ada, id, code)
    const replace = () => register(ada, { accessoryId: id, coilSerial: coilSerial ?? '', purchaseDate: '2026-01-31', proof: other() })
    const replaced = await replace()
    expect(replaced).toMatchObject({ purchaseProof: { fileName: 'second.pdf' }, proofCheck: { state: 'checking' }, code })
    expect(await server.context.db.$count(files, eq(files.id, purchaseProof?.id ?? 0))).toBe(0)
    await refuse()
    expect(await replace()).toMatchObject({ proofCheck: { state: 'checking', reason: null } })
    const [first] = await take()
    expect(first).toMatchObject({ purchaseProof: { fileName: 'second.pdf' }, code })
  })

  it('after a refusal another proof may be sent for 30 days, past the window of a claim too, and not later [T902]', async () => {
    const { ada, staff } = people()
    const bought = '2024-11-20'
    const { id, coilSerial } = await coil({ purchaseDate: bought })
    await refuse()
    expect((await coilOf(id)).proofCheck).toMatchObject({ state: 'refused', resendUntil: midnight('2026-12-21') })
    const send = async () => {
      const owner = await refreshed(ada.held.current?.username ?? '')
      return register(owner, { accessoryId: id, coilSerial: coilSerial ?? '', purchaseDate: bought, proof: other() })
    }
    server.pass(30 * dayMs)
    expect(await send()).toMatchObject({ proofCheck: { state: 'checking' } })
    await refuse({ reason: 'unreadable' }, await refreshed(staff.held.current?.username ?? ''))
    server.pass(31 * dayMs)
    await expect(send()).rejects.toMatchObject(refused('proof.time.over.error', 'purchaseProofFile'))
  })

  it('a decision counts for what was shown only: not after the purchase was changed, decided or given up [T903]', async () => {
    const { ada, staff, colleague } = people()
    const { id, coilSerial } = await coil()
    const [seen = expect.fail('nothing waits')] = await take()
    const decide = (client = staff) =>
      client.proofCheck.decide({ params: { id: seen.id }, body: { decision: 'approved', submittedAt: seen.submittedAt } })
    await expect(decide(colleague)).rejects.toMatchObject({ code: 'proof.claimed.error', status: 409 })
    server.pass(1_000)
    const changed = await register(ada, { accessoryId: id, coilSerial: coilSerial ?? '', purchaseDate: '2026-11-02' })
    expect(changed.proofCheck).toMatchObject({ state: 'checking' })
    await expect(decide()).rejects.toMatchObject({ code: 'proof.changed.error', status: 409 })
    await approve()
    await expect(decide()).rejects.toMatchObject({ code: 'proof.changed.error', status: 409 })
    await ada.accessory.delete({ params: { id } })
    await expect(decide()).rejects.toMatchObject({ code: 'resource.not.found', status: 404 })
  })

  it('a correction by staff is seen before anybody decides on the proof [T948]', async () => {
    const { staff, colleague } = people()
    const sent = await coil()
    const [seen = expect.fail('nothing waits')] = await take()
    server.pass(1_000)
    await correct(sent, '2026-11-03', colleague)
    const decide = (submittedAt: string) =>
      staff.proofCheck.decide({ params: { id: seen.id }, body: { decision: 'approved', submittedAt } })
    await expect(decide(seen.submittedAt)).rejects.toMatchObject({ code: 'proof.changed.error', status: 409 })
    const [corrected = expect.fail('nothing waits')] = await take()
    expect(corrected).toMatchObject({ id: seen.id, purchaseDate: midnight('2026-11-03') })
    await expect(decide(corrected.submittedAt)).resolves.toMatchObject({ id: seen.id })
  })

  it('a decision can be taken back: the proof waits again, first for the one who did it [T904]', async () => {
    const { staff, ada } = people()
    const { id } = await coil()
    await coil()
    const { id: fileId } = await approve()
    await staff.proofCheck.reopen({ params: { id: fileId } })
    expect(await coilOf(id)).toMatchObject({ proofCheck: { state: 'checking', decidedAt: null } })
    expect((await take())[0]?.id).toBe(fileId)
    await expect(staff.proofCheck.reopen({ params: { id: fileId } })).rejects.toMatchObject({ code: 'proof.changed.error' })
    await expect(staff.proofCheck.reopen({ params: { id: 999_999 } })).rejects.toMatchObject({ code: 'resource.not.found' })
    await expect(ada.proofCheck.reopen({ params: { id: fileId } })).rejects.toMatchObject({ code: 'not.authorized' })
  })
})
