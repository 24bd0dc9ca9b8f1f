// @module-tag rest
/** What a dump of the database and the stored files hold of a customer who has used the portal, once the account is erased: nothing. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { dueWork, files, sessions, trustedDevices } from '../../src/server/db/tables.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { eraseAccount } from '../../src/server/leaving/accountDeletion.ts'
import { makeExport } from '../../src/server/leaving/dataExport.ts'
import { password } from '../support/apiServer.ts'
import { connectDetector, register, registerPurchase } from '../support/coils.ts'
import { addProduct } from '../support/catalogue.ts'
import { listed } from '../support/contents.ts'
import { comeDue, findWords } from '../support/leaver.ts'
import { newestFor } from '../support/mailbox.ts'
import { confirmUsername, linkTo, profileOf } from '../support/ownContact.ts'
import { picture } from '../support/pictures.ts'
import { serverOnPostgres } from '../support/servers.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

serverOnPostgres((server) => {
  it('has none of 20 things that it had before [T1150]', async () => {
    const { context } = server
    const { db, storage } = context
    const [admin, support] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_BE')]
    const first = 'zoraida.first@example.com'
    const userId = await server.addUser({ username: first, phoneNumber: '639981234' })
    const zoraida = await server.signIn(first)
    const [username, wanted] = ['zoraida.second@example.com', 'zoraida.third@example.com']

    await zoraida.user.updateProfile({ body: { ...profileOf(first), phoneNumber: '639981234', username, currentPassword: password } })
    await confirmUsername(server, await linkTo(server, username))
    const names = { firstname: 'Zoraida', lastname: 'Quevedosa', distributor: 'Detectorama' }
    const profile = { ...profileOf(username), ...names, phoneNumber: '639981234' }
    await zoraida.user.updateProfile({ body: profile })
    await zoraida.user.updateProfile({ body: { ...profile, username: wanted, currentPassword: password } })
    await newestFor(server, wanted)
    const stranger = server.client()
    await stranger.authentication.login({ body: { username, password: 'a wrong guess' } }).catch(() => undefined)
    await stranger.forgotPassword.resetPassword({ body: { username } })
    await newestFor(server, username)
    const proof = await picture('jpeg', { width: 400, height: 300, name: 'factura-quevedosa.jpg' })
    const coil = await register(zoraida, { proof })
    await addProduct(admin, { typeId: 6 })
    const detector = await connectDetector(zoraida)
    await zoraida.userProduct.rename({ params: { id: detector }, body: { nickname: 'Pitonisa' } })
    await registerPurchase(zoraida, detector, { proof: await picture('png', { width: 300, height: 400, name: 'ticket-quevedosa.png' }) })
    await support.user.addNote({ params: { id: userId }, body: { text: 'Llama los viernes' } })
    await zoraida.leaving.requestExport()
    const [work] = await db.select().from(dueWork).where(eq(dueWork.kind, 'dataExport'))
    await makeExport(context, Number(work?.key))
    await admin.leaving.requestDeletionForUser({ params: { id: userId } })

    const [proofRow] = await db
      .select()
      .from(files)
      .where(eq(files.id, coil.purchaseProof?.id ?? 0))
    const [archive] = await db
      .select()
      .from(files)
      .where(and(eq(files.kind, 'dataExport')))
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId))
    const [device] = await db.select().from(trustedDevices).where(eq(trustedDevices.userId, userId))
    const addresses = [first, username, wanted]
    const typed = [
      'Zoraida',
      'Quevedosa',
      'Detectorama',
      '639981234',
      'Pitonisa',
      'Llama los viernes',
      'factura-quevedosa',
      'ticket-quevedosa',
    ]
    const stored = [proofRow?.sha256, archive?.sha256, archive?.filename, session?.tokenHash, session?.familyId, device?.tokenHash].map(
      String,
    )
    const words = [addresses, addresses.map(sha256), typed, stored].flat()
    const hasWord = async (word: string) => (await findWords(db, [word])).length > 0
    const found = await Promise.all(words.map(hasWord))
    expect(words.filter((_, index) => found[index] !== true)).toEqual([])
    expect(words.length).toBeGreaterThanOrEqual(20)

    await comeDue(db, userId)
    await eraseAccount(context, userId)
    await removeOrphans({ ...context, clock: () => new Date(Date.now() + 2 * 60 * 60_000) })
    expect(await findWords(db, words)).toEqual([])
    for (const content of await listed(storage)) {
      const bytes = await buffer(await storage.open(content.sha256))
      expect(words.filter((word) => content.sha256 === word || bytes.includes(word))).toEqual([])
    }
  })
})
