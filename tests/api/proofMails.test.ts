// @module-tag rest
/** Mails about proofs of purchase and warranties: decisions to owners, late ones to administrators, reminders of an extension. */
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { accessories, outgoingMessages, users } from '../../src/server/db/tables.ts'
import { composeMessage } from '../../src/server/delivery/composeMessage.ts'
import { mailLateProofs } from '../../src/server/entities/proofCheck/mailLateProofs.ts'
import { remindExtensions } from '../../src/server/entities/proofCheck/remindExtensions.ts'
import type { MessageKind } from '../../src/contract/userSupport.ts'
import type { Client } from '../support/apiServer.ts'
import { checkedProofsOn } from '../support/checkedProofs.ts'
import { addCodes, register } from '../support/coils.ts'
import { claim } from '../support/extendedCoils.ts'
import { serverOnPostgres } from '../support/servers.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Two years later, as a mail says it. */
const untilOf = ({ purchaseDateString }: { purchaseDateString: string }) =>
  purchaseDateString.replace(/\d{4}$/, (year) => String(Number(year) + 2))

serverOnPostgres((server) => {
  const { people, coil, correct, detector, detectorOf, take, approve, refuse } = checkedProofsOn(server)

  beforeEach(() => server.context.db.delete(outgoingMessages))

  const rows = (template: MessageKind) =>
    server.context.db.select().from(outgoingMessages).where(eq(outgoingMessages.template, template)).orderBy(outgoingMessages.id)
  /** As they would be sent now. */
  const mails = async (template: MessageKind) =>
    Promise.all(
      (await rows(template)).map(async (row) => {
        const mail = await composeMessage(server.context, row, server.context.clock())
        return mail?.channel === 'mail' ? { recipient: mail.recipient, subject: mail.subject, lines: mail.text.split('\n') } : undefined
      }),
    )
  const change = (client: Client, values: Partial<typeof users.$inferInsert>) =>
    server.context.db
      .update(users)
      .set(values)
      .where(eq(users.id, client.held.current?.id ?? 0))

  it('an approval is mailed to the owner in their language [T914]', async () => {
    const { ada } = people()
    const { username = '' } = ada.held.current ?? {}
    const shown = await detectorOf(await detector())
    await approve()
    expect(await mails('proofApproved')).toEqual([
      { recipient: username, subject: 'Your Fieldport proof of purchase was approved', lines: expect.arrayContaining([shown.tostring]) },
    ])
    await change(ada, { locale: 'fr' })
    expect(await mails('proofApproved')).toEqual([
      { recipient: username, subject: 'Votre preuve d’achat Fieldport a été approuvée', lines: expect.arrayContaining([shown.tostring]) },
    ])
  })

  it('a refusal is mailed with its reason, the words, and until when another may be sent [T915]', async () => {
    const { ada } = people()
    await coil()
    await refuse({ reason: 'otherDate', words: 'Die Rechnung ist vom März.' })
    const [english] = await mails('proofRefused')
    expect(english?.lines).toEqual(
      expect.arrayContaining([
        'Reason: The date on the document is not the purchase date.',
        'Die Rechnung ist vom März.',
        'You can send another proof until 21/11/2028. Your warranty stays as it is meanwhile.',
      ]),
    )
    await change(ada, { locale: 'fr' })
    const [french] = await mails('proofRefused')
    expect(french?.subject).toBe('Votre preuve d’achat Fieldport a été refusée')
    expect(french?.lines).toEqual(
      expect.arrayContaining([
        'Motif\u00A0: La date du document n’est pas celle de l’achat.',
        'Vous pouvez envoyer une autre preuve jusqu’au 21/11/2028. Votre garantie reste la même en attendant.',
      ]),
    )
  })

  it('a decision that is taken back, or replaced by another proof, is not mailed [T916]', async () => {
    const { ada, staff } = people()
    const sent = await coil()
    const { id } = await approve()
    const [row = expect.fail('no mail')] = await rows('proofApproved')
    expect(row.dueAt.getTime() - server.context.clock().getTime()).toBe(60_000)
    await staff.proofCheck.reopen({ params: { id } })
    expect(await rows('proofApproved')).toEqual([])
    await refuse()
    await register(ada, { accessoryId: sent.id, coilSerial: sent.coilSerial ?? '', purchaseDate: '2026-11-20' })
    expect(await rows('proofRefused')).toEqual([])
    await refuse()
    expect(await mails('proofRefused')).toHaveLength(1)
  })

  it('administrators are mailed once about proofs that wait for more than five working days [T917]', async () => {
    await server.context.db.update(users).set({ role: 'ROLE_BE' }).where(eq(users.role, 'ROLE_ADMIN'))
    const { username } = await server.join({ role: 'ROLE_ADMIN', locale: 'fr' })
    for (const gone of [{ accountValidated: false }, { accountLocked: true }, { isDeleted: true }])
      await server.join({ role: 'ROLE_ADMIN', ...gone })
    await coil()
    await coil()
    await mailLateProofs(server.context)
    expect(await rows('proofsLate')).toEqual([])
    server.pass(7 * dayMs + 1_000)
    await mailLateProofs(server.context)
    await mailLateProofs(server.context)
    expect(await mails('proofsLate')).toEqual([
      {
        recipient: username,
        subject: 'Des preuves d’achat attendent depuis cinq jours ouvrés sur Fieldport',
        lines: expect.arrayContaining(['2 preuves attendent.', expect.stringContaining('/proofCheck/index')]),
      },
    ])
    // Nothing is decided by silence.
    const again = await server.signIn(username)
    expect(await take(again)).toHaveLength(2)
  })

  /** The clock of these tests is at 21/11/2026, or some days later. */
  const boughtBefore = (days: number) => {
    const lastDay = new Date(server.context.clock().getTime() + days * dayMs)
    lastDay.setUTCFullYear(lastDay.getUTCFullYear() - 2)
    return lastDay.toISOString().slice(0, 10)
  }

  it('an account that is unlocked in time is reminded then [T1030]', async () => {
    const { ada } = people()
    await coil({ purchaseDate: boughtBefore(30) })
    await change(ada, { accountLocked: true })
    await remindExtensions(server.context)
    expect(await rows('extensionEnds')).toEqual([])
    await change(ada, { accountLocked: false })
    await remindExtensions(server.context)
    expect(await rows('extensionEnds')).toHaveLength(1)
  })

  it('an owner whose purchase date is corrected is reminded of the new last day too, and not otherwise [T1031]', async () => {
    const sent = await coil({ purchaseDate: boughtBefore(20) })
    await remindExtensions(server.context)
    await correct(sent, boughtBefore(20))
    await register(people().ada, { accessoryId: sent.id, coilSerial: sent.coilSerial ?? '', purchaseDate: boughtBefore(20) })
    await remindExtensions(server.context)
    expect(await rows('extensionEnds')).toHaveLength(1)
    await correct(sent, boughtBefore(40))
    await remindExtensions(server.context)
    expect(await rows('extensionEnds')).toHaveLength(2)
  })

  it('reminders of many owners are sent one after the other, so that the codes of others are not held up [T1032]', async () => {
    const { ada } = people()
    const made = Array.from({ length: 501 }, (_, index) => ({
      userId: ada.held.current?.id ?? 0,
      serialNumber: `R${String(index).padStart(8, '0')}`,
      name: 'Round 28 cm',
      accessoryTypeId: 1,
      purchaseDate: new Date(boughtBefore(30)),
      createdAt: server.context.clock(),
    }))
    await server.context.db.insert(accessories).values(made)
    await remindExtensions(server.context)
    const dueAt = (await rows('extensionEnds')).map((row) => row.dueAt.getTime())
    expect(dueAt).toEqual(made.map((_, index) => server.context.clock().getTime() + index * 250))
  })

  it('owners are reminded once, 60 days before the last day on which a coil can be extended [T918]', async () => {
    const { ada } = people()
    const today = server.context.clock()
    await coil({ purchaseDate: boughtBefore(70) })
    await coil({ purchaseDate: boughtBefore(-2) })
    const extended = await coil({ purchaseDate: boughtBefore(30) })
    const [code = ''] = await addCodes(server)
    await claim(ada, extended.id, code)
    const deleted = await coil({ purchaseDate: boughtBefore(31) })
    await ada.accessory.delete({ params: { id: deleted.id } })
    const due = await coil({ purchaseDate: boughtBefore(60) })
    const lastDayToday = await coil({ purchaseDate: boughtBefore(0) })
    await remindExtensions(server.context)
    await remindExtensions(server.context)
    const reminded = await server.context.db
      .select({ id: accessories.id })
      .from(accessories)
      .where(and(eq(accessories.userId, ada.held.current?.id ?? 0), eq(accessories.extensionRemindedAt, today)))
      .orderBy(accessories.id)
    expect(reminded.map(({ id }) => id)).toEqual([due.id, lastDayToday.id])
    const [first, second, ...others] = await mails('extensionEnds')
    expect(others).toEqual([])
    expect(first?.lines).toContain(`${due.coilSerial}: a code can be used until ${untilOf(due)}.`)
    expect(second?.lines).toContain(`${lastDayToday.coilSerial}: a code can be used until ${untilOf(lastDayToday)}.`)
    await change(ada, { locale: 'fr' })
    const [french] = await mails('extensionEnds')
    expect(french?.subject).toBe('Vous pouvez encore prolonger une garantie Fieldport')
    // Extended meanwhile: nothing to remind of.
    const [another = ''] = await addCodes(server)
    await claim(ada, due.id, another)
    expect((await mails('extensionEnds')).map((mail) => mail !== undefined)).toEqual([false, true])
  })
})
