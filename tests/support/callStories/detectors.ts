/** Stories in which every call about detectors, coils and warranties that changes something succeeds once (tests/api/everyCall.test.ts). */
import { queueMessage } from '../../../src/server/messages/queueMessage.ts'
import { type ApiServer, onceOnly } from '../apiServer.ts'
import { addFirmware, addProduct } from '../catalogue.ts'
import { connectDetector, newSerial, register, registerPurchase } from '../coils.ts'
import { messagesFor } from '../mailbox.ts'
import { codesOf, generate } from '../warrantyCodes.ts'

const today = '2026-11-21'

export const detectorStories = {
  async 'an owner connects a detector with a coil, updates it and gives it away'(server: ApiServer) {
    const [admin, owner] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_CUSTOMER')]
    const typeId = 901
    const firmwareId = await addFirmware(admin, { productIds: [await addProduct(admin, { typeId })] })
    const id = await connectDetector(owner, undefined, typeId)
    const params = { id }
    const coil = { userProductId: id, serialNumber: '00000000C1', accessoryTypeId: 127 }
    await owner.accessory.createOrUpdate({ body: { accessories: [coil] } })
    await owner.userProduct.rename({ params, body: { nickname: 'Meadow' } })
    const { id: productUpdateId } = await owner.productUpdate.create({ body: { userProductId: id, firmwareId }, ...onceOnly() })
    const update = { params: { id: productUpdateId } }
    await owner.productUpdate.renew({ ...update, body: { percent: 40 } })
    await owner.productUpdate.report({ ...update, body: { productUpdateId, success: true } })
    await owner.userProduct.confirmWorks({ params })
    await registerPurchase(owner, id, onceOnly())
    await admin.userProduct.delete({ params })
    await admin.userProduct.restore({ params })
  },

  async 'an owner registers a coil; its proof is checked, and it is corrected and deleted'(server: ApiServer) {
    const [admin, owner] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_CUSTOMER')]
    const { id } = await register(owner, onceOnly())
    const params = { id }
    const { proofs } = await admin.proofCheck.take()
    const [proof] = proofs
    const ofProof = { params: { id: proof?.id ?? 0 } }
    await admin.proofCheck.decide({ ...ofProof, body: { decision: 'approved', submittedAt: proof?.submittedAt ?? '' } })
    await admin.proofCheck.reopen(ofProof)
    const correction = { coilSerial: newSerial(), purchaseDate: today, isExtensionConfirmed: false, reason: 'As on the invoice' }
    await admin.accessory.correct({ params, body: correction })
    await admin.accessory.delete({ params })
    await admin.accessory.restore({ params })
  },

  async 'staff make codes, an owner uses one, and the others are recalled'(server: ApiServer) {
    const [admin, owner] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_CUSTOMER')]
    const { id: accessoryId } = await register(owner)
    const [code = ''] = await codesOf(await generate(admin, 2, { key: crypto.randomUUID() }))
    await owner.warrantyCode.useCodeForAccessory({ body: { accessoryId, code }, ...onceOnly() })
    const [batch] = await admin.warrantyCode.getBatches()
    const params = { id: batch?.id ?? 0 }
    await admin.warrantyCode.setBatchNote({ params, body: { note: 'For the fair' } })
    await admin.warrantyCode.recallBatch({ params, body: { reason: 'Stolen' } })
    const files = [
      await admin.warrantyCode.downloadBatch({ params }),
      await admin.warrantyCode.downloadExcelCodes({ body: { filters: [] } }),
    ]
    for (const file of files) await file.arrayBuffer()
  },

  async 'an owner switches reminders off, by the link in one of them or in the profile'(server: ApiServer) {
    const { username, userId } = await server.join()
    const owner = await server.signIn(username)
    await owner.updateMails.saveOwn({ body: { isOn: true } })
    const { id: accessoryId } = await register(owner)
    await queueMessage(server.context.db, { template: 'extensionEnds', userId, accessoryId }, server.context.clock())
    const texts = (await messagesFor(server, username)).map(({ text }) => text)
    const token = /\/unsubscribe\/([\w-]+)/.exec(texts.join('\n'))?.[1] ?? ''
    const { updateMails } = server.client()
    await updateMails.check({ body: { token } })
    await updateMails.switchOff({ params: { token }, body: { 'List-Unsubscribe': 'One-Click' } })
  },
}
