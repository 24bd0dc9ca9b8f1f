// @module-tag rest
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { files, rateLimits } from '../../src/server/db/tables.ts'
import { failure } from '../support/apiServer.ts'
import { jpeg, pdf, png, register, showProof } from '../support/coils.ts'
import { picture } from '../support/pictures.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const blank = async (width: number, height: number) => {
  const drawn = sharp({ create: { width, height, channels: 3, background: 'white' } }).png()
  return new File([new Uint8Array(await drawn.toBuffer())], 'a.png')
}

serverOnPostgres((server) => {
  const [ada, bob] = signedIn(server, 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')
  const sendBlank = async (width: number, height: number) => register(ada, { proof: await blank(width, height) })

  // Nobody uploads so many within an hour.
  beforeEach(() => server.context.db.delete(rateLimits))

  it.each([
    ['a picture', new File([png], 'a.png'), 'a.png', 'image/png'],
    ['a photograph', new File([jpeg], 'a.JPG'), 'a.JPG', 'image/jpeg'],
    ['a PDF', new File([pdf], 'a.pdf'), 'a.pdf', 'application/pdf'],
    ['a picture that calls itself a program', new File([png], '../../a.exe'), 'a.exe.png', 'image/png'],
    ['a PDF that says it is HTML', new File([pdf], 'a.html', { type: 'text/html' }), 'a.html.pdf', 'application/pdf'],
  ])('a purchase proof may be %s, and comes back as what it is [T273]', async (_, proof, fileName, type) => {
    const { purchaseProof } = await register(ada, { proof })
    expect(purchaseProof).toMatchObject({ fileName, isPdf: type === 'application/pdf' })
    const response = await showProof(server, ada, purchaseProof?.fileUrl)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    // A picture is encoded anew.
    const seen = async (bytes: ArrayBuffer) => (type === 'application/pdf' ? Buffer.from(bytes) : sharp(bytes).raw().toBuffer())
    expect(await seen(await response.arrayBuffer())).toEqual(await seen(await proof.arrayBuffer()))
  })

  it.each(['jpeg', 'png'] as const)(
    'a picture as proof (%s) is stored without what its camera has noted, such as where [T1147]',
    async (format) => {
      const proof = await picture(format, { width: 400, height: 300 })
      expect(await proof.text()).toContain('secret owner')
      const { purchaseProof } = await register(ada, { proof })
      const response = await showProof(server, ada, purchaseProof?.fileUrl)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.includes('secret owner')).toBe(false)
      const { exif, ...seen } = await sharp(bytes).metadata()
      expect([exif, seen]).toEqual([undefined, expect.objectContaining({ format, width: 400, height: 300 })])
      const [row] = await server.context.db
        .select()
        .from(files)
        .where(eq(files.id, purchaseProof?.id ?? 0))
      expect(row).toMatchObject({ sizeBytes: bytes.length, isStripped: true })
    },
  )

  it.each([
    ['a page that calls itself a picture', new File(['<script>alert(1)</script>'], 'a.png', { type: 'image/png' })],
    ['a drawing with scripts', new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], 'a.svg')],
    ['a program', new File(['MZ\x90\0\x03'], 'a.pdf')],
    ['an animation', new File(['GIF89a'], 'a.gif')],
    ['nothing', new File([], 'a.pdf')],
    ['a byte more than 5 MiB', new File([png, new Uint8Array(5 * 1024 * 1024 - png.length + 1)], 'a.png')],
  ])('a purchase proof may not be %s [T274]', async (_, proof) => {
    const before = await server.context.db.$count(files)
    await expect(register(ada, { proof })).rejects.toMatchObject(refused('purchase.proof.invalid.error', 'purchaseProofFile'))
    expect(await server.context.db.$count(files)).toBe(before)
  })

  it.each([
    ['a picture of which only the beginning is there', new File([png.subarray(0, 60)], 'a.png')],
    ['a photograph that breaks off', new File([jpeg.subarray(0, 400)], 'a.jpg')],
    ['a PDF without a page', new File(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'], 'a.pdf')],
    ['a PDF of which only the first line is there', new File(['%PDF-1.4\n'], 'a.pdf')],
  ])('a purchase proof may not be %s, for nobody could check it [T892]', async (_, proof) => {
    await expect(register(ada, { proof })).rejects.toMatchObject(refused('purchase.proof.invalid.error', 'purchaseProofFile'))
  })

  it('a picture as proof is at least 300 pixels wide and high, which can be read [T893]', async () => {
    await expect(sendBlank(300, 2_000)).resolves.toHaveProperty('purchaseProof.fileName', 'a.png')
    await expect(sendBlank(2_000, 300)).resolves.toHaveProperty('purchaseProof.fileName', 'a.png')
    const tooSmall = refused('purchase.proof.small.error', 'purchaseProofFile')
    await expect(sendBlank(299, 2_000)).rejects.toMatchObject(tooSmall)
    await expect(sendBlank(2_000, 299)).rejects.toMatchObject(tooSmall)
  })

  it('a PDF that is encrypted is accepted, for its pages cannot be counted [T894]', async () => {
    const proof = new File(['%PDF-1.7\n1 0 obj\n(nothing to read)\nendobj\ntrailer<</Encrypt 2 0 R>>\n%%EOF\n'], 'a.pdf')
    await expect(register(ada, { proof })).resolves.toHaveProperty('purchaseProof.isPdf', true)
  })

  it('a purchase proof may have 5 MiB, and no more than a little over them is even read', async () => {
    const largest = new File([png, new Uint8Array(5 * 1024 * 1024 - png.length)], 'a.png')
    await expect(register(ada, { proof: largest })).resolves.toHaveProperty('purchaseProof.fileName', 'a.png')
    const proof = new File([new Uint8Array(7 * 1024 * 1024)], 'a.png')
    await expect(register(ada, { proof })).rejects.toMatchObject({ code: 'request.too.large', status: 413 })
  })

  it('a purchase proof is shown to its owner, as long as they have the coil, to administrators and the back office, and to nobody else', async () => {
    const { id, purchaseProof } = await register(ada)
    const people = [ada, bob, ...(await Promise.all((['ROLE_MARKETTING', 'ROLE_BE', 'ROLE_ADMIN'] as const).map(server.signInAs)))]
    const statuses = () => Promise.all(people.map(async (client) => (await showProof(server, client, purchaseProof?.fileUrl)).status))
    expect(await statuses()).toEqual([200, 404, 404, 200, 200])
    await ada.accessory.delete({ params: { id } })
    expect(await statuses()).toEqual([404, 404, 404, 200, 200])
    const stranger = await server.request((purchaseProof?.fileUrl ?? '').replace('/backend', ''))
    expect(await failure(stranger)).toEqual({ status: 401, message: 'not.authenticated' })
  })
})
