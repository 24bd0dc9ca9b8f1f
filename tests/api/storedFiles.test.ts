// @module-tag rest
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PurchaseProof } from '../../src/contract/purchaseProof.ts'
import { asAppError } from '../../src/errors.ts'
import { rateLimits, files } from '../../src/server/db/tables.ts'
import { purgeDeletedAccountProofs } from '../../src/server/jobs/purgeDeletedAccountProofs.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import type { Client } from '../support/apiServer.ts'
import { addFirmware, addProduct, firmwareBody } from '../support/catalogue.ts'
import { connectDetector, documentOf, newSerial, register, registerPurchase } from '../support/coils.ts'
import { listed } from '../support/contents.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 60 * 60_000

const show = async (client: Client, proof: PurchaseProof | null) =>
  client.file.showFileFromWeb({ query: { id: proof?.id ?? 0 } }).then(
    ({ status }) => status,
    (error: unknown) => asAppError(error).status,
  )

serverOnPostgres((server) => {
  /** As the hourly tidying of any server, at a time when no upload is young enough to be spared for its age. */
  const tidy = () => removeOrphans({ ...server.context, clock: () => new Date(Date.now() + 2 * hourMs) })
  const keptBytes = async () => (await listed(server.context.storage)).map(({ sha256 }) => sha256)
  const rowOf = async (id = 0) => (await server.context.db.select().from(files).where(eq(files.id, id)))[0]

  afterEach(async () => {
    vi.restoreAllMocks()
    await server.context.db.delete(rateLimits)
  })

  describe('a purchase proof that is replaced', () => {
    it('goes: its row at once, its bytes with the next tidying', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const { id, purchaseProof } = await register(ada, { proof: documentOf() })
      const before = await rowOf(purchaseProof?.id)
      const replaced = await register(ada, { accessoryId: id, proof: documentOf() })
      expect(await rowOf(purchaseProof?.id)).toBeUndefined()
      expect(await show(ada, replaced.purchaseProof)).toBe(200)
      await tidy()
      expect(await keptBytes()).not.toContain(before?.sha256)
      expect(await show(ada, replaced.purchaseProof)).toBe(200)
    })

    it('leaves its bytes to another row that has the same ones', async () => {
      const [ada, bob] = [await server.signInAs('ROLE_CUSTOMER'), await server.signInAs('ROLE_CUSTOMER')]
      const proof = documentOf()
      const coil = await register(ada, { proof })
      const theirs = await register(bob, { proof })
      await register(ada, { accessoryId: coil.id, proof: documentOf() })
      await tidy()
      expect(await show(bob, theirs.purchaseProof)).toBe(200)
      // Replaced by itself it is a new row with the old bytes.
      const again = await register(bob, { accessoryId: theirs.id, proof })
      await tidy()
      expect(await show(bob, again.purchaseProof)).toBe(200)
    })
  })

  describe('tidying at the very moment when the same bytes are uploaded', () => {
    it('takes nothing from somebody whose purchase is about to be written down', async () => {
      const ada = await server.signInAs('ROLE_CUSTOMER')
      const { storage } = server.context
      const put = storage.put.bind(storage)
      const spy = vi.spyOn(storage, 'put').mockImplementationOnce(async (bytes) => {
        const content = await put(bytes)
        await tidy()
        expect(await storage.has(content)).toBe(false)
        return content
      })
      const { purchaseProof } = await register(ada, { proof: documentOf() })
      expect(spy).toHaveBeenCalledTimes(2)
      expect(await show(ada, purchaseProof)).toBe(200)
    })

    it('loses no file, however they fall together', async () => {
      const people = await Promise.all([1, 2, 3].map(() => server.signInAs('ROLE_CUSTOMER')))
      const proofs = [documentOf(), documentOf()]
      const coils = await Promise.all(people.map((person) => register(person)))
      for (let round = 0; round < 6; round += 1) {
        const uploads = people.map((person, index) =>
          register(person, {
            accessoryId: coils[index]?.id ?? 0,
            coilSerial: newSerial(),
            ...(proofs[(round + index) % 2] && { proof: proofs[(round + index) % 2] }),
          }),
        )
        const [saved] = await Promise.all([Promise.all(uploads), tidy(), tidy()])
        const shown = await Promise.all(saved.map(({ purchaseProof }, index) => show(people[index] ?? server.client(), purchaseProof)))
        expect(shown).toEqual([200, 200, 200])
      }
    })
  })

  it('a firmware file that is replaced goes, and leaves its bytes to other firmwares', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const bytes = crypto.getRandomValues(new Uint8Array(1_000))
    const [id, other] = [await addFirmware(admin, { bytes, isActive: false }), await addFirmware(admin, { bytes, isActive: false })]
    const { firmwareFile } = await admin.firmware.get({ params: { id } })
    const replace = (params: { id: number }) => admin.firmware.update({ params, body: firmwareBody({ isActive: false }) })
    await replace({ id })
    expect(await rowOf(firmwareFile.id)).toBeUndefined()
    await tidy()
    expect(await keptBytes()).toContain(firmwareFile.sha256)
    await replace({ id: other })
    await tidy()
    expect(await keptBytes()).not.toContain(firmwareFile.sha256)
  })

  it('a deleted account keeps its proofs as long as it can be brought back, and no longer', async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const ada = await server.signInAs('ROLE_CUSTOMER')
    const userId = ada.held.current?.id ?? 0
    const [proof, theirs] = [await register(ada, { proof: documentOf() }), await register(await server.signInAs('ROLE_CUSTOMER'))]
    const row = await rowOf(proof.purchaseProof?.id)
    await addProduct(admin, { typeId: 6 })
    const detector = await registerPurchase(ada, await connectDetector(ada), { proof: documentOf() })
    const tidyAll = async () => {
      await purgeDeletedAccountProofs(server.context)
      await tidy()
    }

    await admin.user.remove({ params: { id: userId } })
    server.pass(23 * hourMs)
    await tidyAll()
    await admin.user.restore({ params: { id: userId } })
    expect(await show(admin, proof.purchaseProof)).toBe(200)
    server.pass(25 * hourMs)
    await tidyAll()
    expect(await show(admin, proof.purchaseProof)).toBe(200)
    expect(await show(admin, detector.purchaseProof)).toBe(200)

    await admin.user.remove({ params: { id: userId } })
    server.pass(24 * hourMs + 1)
    await tidyAll()
    expect(await rowOf(proof.purchaseProof?.id)).toBeUndefined()
    expect(await rowOf(detector.purchaseProof?.id)).toBeUndefined()
    expect(await keptBytes()).not.toContain(row?.sha256)
    expect(await show(admin, theirs.purchaseProof)).toBe(200)
  })
})
