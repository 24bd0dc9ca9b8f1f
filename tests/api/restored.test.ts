// @module-tag rest
/** An installation that was restored waits until somebody says go. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { outgoingMessages } from '../../src/server/db/tables.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import { noteRestored, resumeRestored } from '../../src/server/installation/restored.ts'
import { openChannel } from '../../src/server/messages/channel.ts'
import { bearer } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { connectDetector } from '../support/coils.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'

const backupAt = new Date('2026-11-20T03:00:00Z')
const hourMs = 3_600_000

serverOnPostgres((server) => {
  let smtp: SmtpServer
  const [ada] = signedIn(server, 'ROLE_CUSTOMER')
  let productId: number

  beforeAll(async () => {
    smtp = await startSmtpServer()
    const admin = await server.signInAs('ROLE_ADMIN')
    productId = await addProduct(admin, { typeId: 6 })
    await addFirmware(admin, { productIds: [productId], versionName: '5.1' })
    await addFirmware(admin, { productIds: [productId], versionName: '5.2' })
  })
  afterAll(() => smtp.stop())
  beforeEach(() => noteRestored(server.context.db, backupAt))

  it('sends no message until then, and sends it afterwards', async () => {
    const { db, config } = server.context
    const { username, userId } = await server.join()
    const now = server.context.clock()
    const uselessAt = new Date(now.getTime() + hourMs)
    await db.insert(outgoingMessages).values({ template: 'passwordChanged', userId, createdAt: now, uselessAt, dueAt: now })
    const channel = openChannel({ ...server.context, config: { ...config, smtpUrl: smtp.url } })
    expect(await deliverMessages(server.context, channel)).toBe(0)
    expect(await db.select({ attempts: outgoingMessages.attempts }).from(outgoingMessages)).toEqual([{ attempts: 0 }])

    await resumeRestored(db)
    expect(await deliverMessages(server.context, channel)).toBe(1)
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([[username]])
  })

  it('offers a customer no firmware until then, except one whose update was begun before', async () => {
    const offered = async () => {
      const list = await ada.firmware.getAllForProductAndUser({ params: { productId } })
      return list.map(({ versionName }) => versionName).toSorted()
    }
    await resumeRestored(server.context.db)
    expect(await offered()).toEqual(['5.1', '5.2'])
    const [fresh, begun] = (await ada.firmware.getAllForProductAndUser({ params: { productId } })).toSorted((one, other) =>
      other.versionName.localeCompare(one.versionName),
    )
    const detector = await connectDetector(ada)
    await ada.productUpdate.create({ body: { userProductId: detector, firmwareId: begun?.id ?? 0 } })

    await noteRestored(server.context.db, backupAt)
    expect(await offered()).toEqual(['5.1'])
    const download = (id = 0) => ada.file.showFileFromWeb({ query: { id } })
    await expect(download(fresh?.firmwareFile.id)).rejects.toMatchObject(notFound)
    expect((await download(begun?.firmwareFile.id)).status).toBe(200)
    await expect(ada.productUpdate.create({ body: { userProductId: detector, firmwareId: fresh?.id ?? 0 } })).rejects.toMatchObject(
      notFound,
    )

    // Nor to repair a detector without a firmware: the backup may call safe what was withdrawn since.
    const headers = { ...bearer(ada), 'fieldport-build': '7' }
    const page = await server.request(`/firmware/getAllForProductAndUser/${productId}`, { headers })
    expect(await page.json()).toMatchObject([{ versionName: '5.1', release: { isNewestSafe: false } }])

    await resumeRestored(server.context.db)
    expect(await offered()).toEqual(['5.1', '5.2'])
  })
})
