// @module-tag rest
/** What a release waits for: another administrator, and a version that is typed for an unusual file. */
import { describe, expect, it } from 'vitest'
import { bearer, failure } from '../support/apiServer.ts'
import { addFirmware, addProduct, besidesProof, firmwareBody, keptFileBody, releaseIdOf, takeStep as take } from '../support/catalogue.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres, serverOnPostgresWith, signedIn } from '../support/servers.ts'

const zeros = (size = 1000) => new File([new Uint8Array(size)], 'ws6.bin')
const noise = (seed: number, size = 1000) =>
  new File([Uint8Array.from({ length: size }, (_, index) => (index * seed + (index >> 8)) % 256)], 'ws6.bin')

describe('with two approvers', () => {
  serverOnPostgresWith({ RELEASE_APPROVERS: '2' }, (server) => {
    const approval = { code: 'release.approval.error', status: 403 }
    const [admin, other, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_ADMIN', 'ROLE_BE')

    it('waits for another administrator before all owners are offered it, and anew after a change [T606]', async () => {
      const productId = await addProduct(admin)
      const id = await addFirmware(admin, { versionName: '5.0', productIds: [productId], isActive: false })
      const releaseId = await releaseIdOf(admin, id)
      const params = { id: releaseId }
      await expect(take(backOffice, id, 'released')).rejects.toMatchObject(approval)
      await expect(backOffice.release.approve({ params, body: {} })).rejects.toMatchObject({ code: 'not.authorized' })
      await admin.release.approve({ params, body: {} })
      await admin.release.approve({ params, body: {} })
      const { approvals, approvalsNeeded } = await admin.release.get({ params })
      expect([approvals.length, approvalsNeeded]).toEqual([1, 1])
      expect(
        besidesProof((await admin.release.getStep({ params: { id: releaseId, step: 'released' }, query: { betaGroupIds: [] } })).obstacles),
      ).toEqual([{ kind: 'approval', isRefused: true, name: null, customers: null }])
      await expect(take(admin, id, 'released', { confirmed: ['approval'] })).rejects.toMatchObject(approval)

      const body = keptFileBody({ versionName: '5.0', productIds: [productId], isActive: false })
      await backOffice.firmware.update({ params: { id }, body: { ...body, changeLog: 'Clearer' } })
      await expect(take(other, id, 'released')).rejects.toMatchObject(approval)
      await expect(backOffice.firmware.update({ params: { id }, body: { ...body, isActive: true } })).rejects.toMatchObject(
        refused('release.approval.error', 'isActive'),
      )
      await admin.release.approve({ params, body: {} })
      await take(other, id, 'released')
      // It was approved as it is: halting and offering it again asks nobody.
      await take(other, id, 'halt')
      await take(admin, id, 'resume')
    })

    it('is taken back when a language comes back', async () => {
      const productIds = [await addProduct(admin)]
      const given = { versionName: '5.3', productIds, isActive: false }
      const id = await addFirmware(admin, given)
      const { id: fr } = await admin.firmware.create({ body: { ...firmwareBody(given), language: 'Français' } })
      await admin.firmware.remove({ params: { id: fr } })
      await other.release.approve({ params: { id: await releaseIdOf(admin, id) }, body: {} })
      await admin.firmware.restore({ params: { id: fr } })
      await expect(take(admin, id, 'released')).rejects.toMatchObject(approval)
    })

    it('is not given for what nobody has seen, and not for owners of other models', async () => {
      const [mine, theirs] = [await addProduct(admin), await addProduct(admin)]
      const id = await addFirmware(admin, { versionName: '5.1', productIds: [mine], isActive: false })
      const params = { id: await releaseIdOf(admin, id) }
      const { fingerprint } = await admin.release.get({ params })
      const { file, ...body } = firmwareBody({ versionName: '5.1', productIds: [mine], isActive: false })
      await other.firmware.update({ params: { id }, body: { ...body, file } })
      await expect(admin.release.approve({ params, body: { fingerprint } })).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
      await expect(take(other, id, 'beta', { fingerprint })).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
      const now = await admin.release.get({ params })
      await admin.release.approve({ params, body: { fingerprint: now.fingerprint } })
      await take(other, id, 'released', { fingerprint: now.fingerprint })

      const wider = { ...body, isActive: true, selectedProductIds: [mine, theirs] }
      const update = (more: object) => other.firmware.update({ params: { id }, body: { ...wider, ...more } })
      await expect(update({})).rejects.toMatchObject(refused('release.approval.error', 'selectedProductIds'))
      await update({ isBetaTest: true, selectedProductIds: [mine] })
      await update({ isBetaTest: true })
      await expect(update({ isBetaTest: false })).rejects.toMatchObject(refused('release.approval.error', 'isActive'))
      await admin.release.approve({ params, body: {} })
      await update({ isBetaTest: false })
      await expect(admin.release.get({ params })).resolves.toMatchObject({ state: 'released', products: [{ id: mine }, { id: theirs }] })
    })

    it('is not given for what is saved in the very call that offers it', async () => {
      const [mine, theirs] = [await addProduct(admin), await addProduct(admin)]
      const id = await addFirmware(admin, { versionName: '5.1', productIds: [mine], isActive: false })
      const { file, ...body } = firmwareBody({ versionName: '5.1', productIds: [mine] })
      const changes = [{ file }, { versionName: '5.2' }, { language: 'Deutsch' }, { selectedProductIds: [mine, theirs] }]
      for (const change of changes) {
        await admin.release.approve({ params: { id: await releaseIdOf(admin, id) }, body: {} })
        await expect(other.firmware.update({ params: { id }, body: { ...body, ...change } })).rejects.toMatchObject(
          refused('release.approval.error', 'isActive'),
        )
      }
      await other.firmware.update({ params: { id }, body })
    })

    it('counts no approval of somebody who is no administrator any more, and asks nobody for a beta', async () => {
      const productId = await addProduct(admin)
      const id = await addFirmware(admin, { productIds: [productId], isActive: false, betaGroupIds: [] })
      const releaseId = await releaseIdOf(admin, id)
      await admin.release.approve({ params: { id: releaseId }, body: {} })
      const { versionName } = await admin.firmware.get({ params: { id } })
      const body = keptFileBody({ versionName, productIds: [productId], betaGroupIds: [] })
      await other.firmware.update({ params: { id }, body })
      await expect(other.firmware.get({ params: { id } })).resolves.toMatchObject({ state: 'beta' })
      await expect(other.firmware.update({ params: { id }, body: { ...body, isBetaTest: false } })).rejects.toMatchObject(
        refused('release.approval.error', 'isActive'),
      )
      await expect(addFirmware(other, { productIds: [productId] })).rejects.toMatchObject(refused('release.approval.error', 'isActive'))
    })
  })
})

describe('an unusual file', () => {
  serverOnPostgres((server) => {
    const unusual = refused('firmware.file.unusual.error', 'file')
    const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')

    it('says what is unusual about a file beside the others of its products, and takes it once the version was typed [T603]', async () => {
      const productId = await addProduct(admin)
      const body = (versionName: string, file: File) => ({
        ...firmwareBody({ versionName, productIds: [productId], isActive: false }),
        file,
      })
      for (const [index, seed] of [3, 5, 7].entries()) await backOffice.firmware.create({ body: body(`1.${index}`, noise(seed)) })

      await expect(backOffice.firmware.create({ body: body('2.0', zeros()) })).rejects.toMatchObject(unusual)
      await expect(backOffice.firmware.create({ body: body('2.0', noise(9, 1251)) })).rejects.toMatchObject(unusual)
      await expect(backOffice.firmware.create({ body: body('2.0', noise(5)) })).rejects.toMatchObject(unusual)
      await expect(backOffice.firmware.create({ body: { ...body('2.0', zeros()), typedVersion: '2' } })).rejects.toMatchObject(unusual)
      await backOffice.firmware.create({ body: body('1.9', noise(9, 1250)) })
      const { id } = await backOffice.firmware.create({ body: { ...body('2.0', zeros()), typedVersion: ' 2.0 ' } })
      await take(backOffice, id, 'released', { confirmed: ['languageMissing'] })

      const sha256 = (await backOffice.firmware.get({ params: { id } })).firmwareFile.sha256
      const query = { sizeBytes: 2000, sha256, versionName: '3.0', selectedProductIds: [productId] }
      expect(await backOffice.firmware.inspectFile({ query })).toEqual([
        { kind: 'size', value: 1000, name: null },
        { kind: 'sameBytes', value: 0, name: '2.0' },
      ])
      expect(await backOffice.firmware.inspectFile({ query: { ...query, versionName: '2.0', sizeBytes: 1000 } })).toEqual([])
    })

    it('may come from a program of an administrator without that, and is asked about when a person offers it', async () => {
      const productId = await addProduct(admin)
      const form = new FormData()
      const { selectedProductIds: _, selectedBetaGroupIds: __, ...texts } = keptFileBody({ versionName: '4.0', isActive: false })
      for (const [name, value] of Object.entries(texts)) form.append(name, String(value))
      form.append('selectedProductIds', String(productId))
      form.append('file', zeros())
      const fromPage = { ...bearer(admin), 'fieldport-build': '1' }
      const refusal = await failure(await server.request('/firmware', { method: 'POST', body: form, headers: fromPage }))
      expect(refusal).toMatchObject({ status: 403, message: unusual.code, invalidField: 'file' })

      const { id } = await admin.firmware.create({
        body: { ...firmwareBody({ versionName: '4.0', productIds: [productId], isActive: false }), file: zeros() },
      })
      const body = keptFileBody({ versionName: '4.0', productIds: [productId] })
      await expect(backOffice.firmware.update({ params: { id }, body })).rejects.toMatchObject(refused(unusual.code, 'isActive'))
      await expect(take(admin, id, 'released', { confirmed: ['unusualFile'] })).rejects.toMatchObject({ code: 'release.obstacle.error' })
      const [entry] = await admin.audit.getForRecord({ params: { entity: 'firmware', id } })
      expect(entry?.after).toMatchObject({ isUnconfirmed: true })
      await take(admin, id, 'released', { typedVersion: '4.0' })
      const [latest] = await admin.audit.getForRecord({ params: { entity: 'firmware', id } })
      expect(latest).toMatchObject({ before: { isUnconfirmed: true }, after: { isUnconfirmed: false, state: 'released' } })
    })

    it('looks at a file again when its version or products change', async () => {
      const productId = await addProduct(admin)
      const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 11) % 256)
      await addFirmware(admin, { versionName: '5.2', productIds: [productId], bytes })
      const id = await addFirmware(backOffice, { versionName: '5.2', isActive: false, bytes })
      const body = keptFileBody({ versionName: '5.3', productIds: [productId], isActive: false })
      await backOffice.firmware.update({ params: { id }, body })
      const params = { id: await releaseIdOf(admin, id), step: 'released' as const }
      expect(besidesProof((await admin.release.getStep({ params, query: { betaGroupIds: [] } })).obstacles)).toMatchObject([
        { kind: 'unusualFile' },
      ])
    })

    it('names each language once, in the spelling that most have, the most used first [T604]', async () => {
      const add = (language: string) => admin.firmware.create({ body: { ...firmwareBody({ isActive: false }), language } })
      for (const language of ['Français', 'FRANCAIS', 'Français', 'Deutsch', 'Français']) await add(language)
      await admin.firmware.remove({ params: await add('Gaeilge') })
      expect((await admin.firmware.getLanguages()).filter((one) => one !== 'en')).toEqual(['Français', 'Deutsch'])
    })
  })
})
