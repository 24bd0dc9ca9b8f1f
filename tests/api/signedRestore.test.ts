// @module-tag rest
/** A page that has seen more than a restored backup holds: it is locked out of nothing. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resumeRestored } from '../../src/server/installation/restored.ts'
import { onPostgres } from '../support/databases.ts'
import { done, openMaker, readSigned } from '../support/releaseOperator.ts'
import { runCommand } from '../support/scripts.ts'
import { type Model, openSignedPage, type SignedPage } from '../support/signedPage.ts'

const highest = ({ seen }: SignedPage, { typeId }: Model) => Math.max(...Object.values(seen.numbers(typeId)))

onPostgres(({ createPlace }) => {
  it('goes on where a later state of its product was signed than the one that is restored', async () => {
    const [place, target] = [await createPlace(), await createPlace()]
    const maker = await openMaker(place)
    const page = openSignedPage(await readSigned(maker.at('keys/root.json')))
    const { firmwareId, ...model } = await maker.withDesk(async (desk) => ({
      firmwareId: await desk.draft(),
      typeId: desk.productTypeId,
      productId: desk.productId,
    }))
    expect(await maker.sign('', { RELEASE_KEY_FILE: maker.at('keys/release.pem') })).toMatchObject(done)
    const atBackup = await maker.withDesk(async (desk, server) => {
      await desk.take(firmwareId, 'released')
      expect(await page.judge(server, model)).toMatchObject({ state: 'signed' })
      return highest(page, model)
    })
    const file = join(place.dataDir, 'a.backup')
    expect(await runCommand('backup', [file], place.environment)).toMatchObject(done)
    await maker.withDesk(async (desk, server) => {
      const { id } = await desk.releaseOf(firmwareId)
      await desk.admin.release.hold({ params: { id }, body: { hardwareVersions: [5], reasonEn: 'No', reasonFr: 'Non' } })
      expect(await page.judge(server, model)).toMatchObject({ state: 'signed' })
      expect(highest(page, model)).toBeGreaterThan(atBackup)
    })

    expect(await runCommand('restore', [file], target.environment)).toMatchObject(done)
    await maker.withDesk(
      async (_, server) => {
        await resumeRestored(server.context.db)
        expect(await page.judge(server, model)).toMatchObject({ state: 'signed' })
      },
      { place: target },
    )
  })
})
