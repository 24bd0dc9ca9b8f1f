// @module-tag rest
/** Uploaded files are judged in a process of its own, account by account; being busy is no fault of a file (docs/security.md, 54). */
import { like } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { files, rateLimits } from '../../src/server/db/tables.ts'
import { inSandbox } from '../../src/server/sandbox/inSandbox.ts'
import { pdf, png, register } from '../support/coils.ts'
import { pdfBomb } from '../support/pdfBomb.ts'
import { picture } from '../support/pictures.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { fieldKml, kmlFile } from '../support/zoneFiles.ts'

/** As many as may wait. */
const others = Array.from({ length: 64 }, (_, index) => -1 - index)

serverOnPostgres((server) => {
  const [ada, staff] = signedIn(server, 'ROLE_CUSTOMER', 'ROLE_ADMIN')

  it('a file that comes while the server is busy is no bad file: it may come again, and counts as no try [T1131]', async () => {
    const sent = [
      () => register(ada, { proof: new File([pdf], 'invoice.pdf') }),
      () => register(ada, { proof: new File([png], 'invoice.png') }),
      () => staff.rallyZone.create({ body: { title: 'Busy', enabled: true, zoneFile: [kmlFile(fieldKml())] } }),
      async () => staff.news.postTempImage({ body: { image: await picture('jpeg') } }),
      () => staff.news.create({ body: { title: 'Long', content: `<p>${'a'.repeat(20_000)}</p>`, published: false } }),
    ]
    const stored = await server.context.db.$count(files)
    const gate = Promise.withResolvers<[Uint8Array]>()
    const waiting = [0, ...others].map((account) => inSandbox(account, 'countPages', () => gate.promise))
    for (const send of sent) await expect(send()).rejects.toMatchObject({ code: 'service.unavailable.error', retryAfterSeconds: 2 })
    expect(await server.context.db.$count(files)).toBe(stored)
    const counted = await server.context.db.select().from(rateLimits).where(like(rateLimits.key, 'purchase proofs:%'))
    expect(counted.map(({ takenAt }) => takenAt)).toEqual([[]])
    gate.resolve([new Uint8Array()])
    await Promise.all(waiting)
    for (const send of sent) await send()
  })

  it.each([
    ['an object stream that is deflated twice', 2],
    ['one that is deflated once', 1],
  ] as const)('a PDF with %s and grows to 2 GB is refused, and the next file is judged [T1132]', async (_, layers) => {
    const proof = new File([new Uint8Array(pdfBomb(2_000, layers))], 'invoice.pdf')
    await expect(register(ada, { proof })).rejects.toMatchObject(refused('purchase.proof.invalid.error', 'purchaseProofFile'))
    await expect(register(ada, { proof: new File([pdf], 'invoice.pdf') })).resolves.toHaveProperty('purchaseProof.isPdf', true)
  })
})
