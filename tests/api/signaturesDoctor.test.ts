// @module-tag rest
/** What the doctor says of signatures, as a maker meets it one after the other. */
import { base64url } from 'jose'
import { beforeAll, expect, it } from 'vitest'
import type { Config } from '../../src/server/config/readConfig.ts'
import { releaseRoots } from '../../src/server/db/tables.ts'
import { demoReleaseKey } from '../../src/server/config/releaseSigning.ts'
import { checkSignatures } from '../../src/server/doctor/signatures.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { type Keys, makeKeys, pemOf, rootOf, sign, signRoot } from '../support/releaseKeys.ts'
import { serverOnPostgres } from '../support/servers.ts'

const says = (verdict: string, sentence: string | RegExp, whatToDo?: string) => ({
  verdict,
  sentence: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  ...(whatToDo !== undefined && { whatToDo: expect.stringContaining(whatToDo) }),
})

serverOnPostgres((server) => {
  let keys: Keys
  let trusting: Pick<Config, 'releaseRoot' | 'catalogueKey' | 'demoReleaseKey'>
  let insisting: typeof trusting
  beforeAll(async () => {
    keys = await makeKeys('2026')
    const root = async (isEnforced: boolean) => signRoot(rootOf(keys, 1, { isEnforced }), [keys.root])
    trusting = { releaseRoot: await root(false), catalogueKey: await pemOf(keys.catalogue), demoReleaseKey: undefined }
    insisting = { ...trusting, releaseRoot: await root(true) }
    Object.assign(server.context.config, { ...trusting, releaseRoot: null })
  })
  const check = (changes: Partial<Config> = {}) => checkSignatures(server.context.db, { ...server.context.config, ...changes })

  it('nothing is signed, or by the demo', async () => {
    expect(await check()).toEqual(says('ok', 'Nothing is signed: this build trusts no keys (RELEASE_ROOT).'))
    expect(await check({ ...trusting, demoReleaseKey })).toEqual(says('ok', 'Signed with the keys of the demo, which everybody has.'))
  })

  it('the online key is missing, or none that the root names', async () => {
    const without = { catalogueKey: undefined }
    expect(await check({ ...trusting, ...without })).toEqual(
      says('fault', 'There is no CATALOGUE_KEY: pages check no signature.', 'Set CATALOGUE_KEY_FILE'),
    )
    expect(await check({ ...insisting, ...without })).toMatchObject(says('fault', 'There is no CATALOGUE_KEY: pages refuse every release.'))
    const other = { catalogueKey: await pemOf(keys.release) }
    expect(await check({ ...insisting, ...other })).toEqual(
      says('fault', 'Root 1 does not name CATALOGUE_KEY: pages refuse every release.', 'Set the key that the root names'),
    )
  })

  it('what is offered lacks a signature, which a draft may; then pages do not insist yet; then all is well', async () => {
    const desk = await openReleaseDesk(server)
    const offered: number[] = []
    for (const versionName of ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5']) {
      const firmwareId = await desk.draft({ versionName })
      await desk.take(firmwareId, 'released')
      offered.push((await desk.releaseOf(firmwareId)).id)
    }
    await desk.draft({ versionName: '2.0' })
    const many = /^Not signed: (?:1\.\d Model \d+[^;]*; ){5}and 1 more\./
    expect(await check(trusting)).toEqual(says('warning', many, 'npm run sign-releases'))
    expect(await check(insisting)).toEqual(says('fault', /; and 1 more\. Pages refuse them\.$/, 'npm run sign-releases'))

    Object.assign(server.context.config, trusting)
    const signIt = async (id: number) => {
      const { bytes } = await desk.admin.release.getStatement({ params: { id } })
      const documents = [...(await sign(base64url.decode(bytes), 'release', [keys.release]))]
      await desk.admin.release.setStatement({ params: { id }, body: { documents } })
    }
    for (const id of offered.slice(1)) await signIt(id)
    expect(await check(insisting)).toMatchObject(says('fault', /^Not signed: 1\.0 Model [^;]*\. Pages refuse them\.$/))
    await signIt(offered[0] ?? 0)
    expect(await check(trusting)).toEqual(
      says('warning', 'Every release that is offered is signed, and pages do not insist on it yet.', '--enforce'),
    )
    const well = says('ok', 'Every release that is offered is signed, by root 1, and pages insist on it.')
    expect(await check(insisting)).toEqual(well)
    // A product that ends changes nothing of what was signed.
    await desk.admin.product.remove({ params: { id: desk.productId } })
    expect(await check(insisting)).toEqual(well)
    expect(await check({ releaseRoot: null })).toEqual(says('fault', 'Releases are signed, but this build trusts no keys.', 'RELEASE_ROOT'))
  })

  it('the roots in the database are of other keys than the build', async () => {
    const thief = await makeKeys('thief')
    const documents = [...(await signRoot(rootOf(thief, 2), [thief.root]))]
    await server.context.db.insert(releaseRoots).values({ version: 2, documents, addedAt: new Date() })
    expect(await check(insisting)).toMatchObject(says('fault', /^The roots in the database do not follow from the one of this build/))
  })
})
