// @module-tag rest
/** A year with the maker's keys, as docs/signing.md walks through it: its commands, beside a server and on another computer. */
import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, expect, it } from 'vitest'
import { textOfBackup } from '../support/backupAttack.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { allRows } from '../support/installations.ts'
import { done, openMaker, openTerminal, readSigned } from '../support/releaseOperator.ts'
import { testSecretKey } from '../support/secretKey.ts'
import { openSignedPage } from '../support/signedPage.ts'

onPostgres(({ createPlace }) => {
  let place: Place
  let maker: Awaited<ReturnType<typeof openMaker>>
  beforeEach(async () => {
    place = await createPlace()
    maker = await openMaker(place)
  })
  const keyFile = (name = 'release') => ({ RELEASE_KEY_FILE: maker.at(`keys/${name}.pem`) })
  const rootKey = () => ({ ROOT_KEY_FILE: maker.at('keys/root.pem') })
  const online = () => ({ CATALOGUE_KEY_FILE: maker.at('keys/catalogue.pem') })
  /** Signs like a card: DER, or the 64 bytes. */
  const keyCommand = (encoding: string) => ({
    RELEASE_KEY_COMMAND: `"${process.execPath}" -e 'const { readFileSync } = require("fs"); process.stdout.write(require("crypto").sign("sha256", readFileSync(0), { key: readFileSync("${maker.at('keys/release.pem')}"), dsaEncoding: "${encoding}" }))'`,
  })

  it('nothing leaves draft before it is signed: by a file, by a command, or on another computer', async () => {
    const { sign } = maker
    const { firmwareId, releaseId, ...model } = await maker.withDesk(async (desk) => {
      const draft = await desk.draft()
      await expect(desk.take(draft, 'released')).rejects.toMatchObject({ code: 'release.obstacle.error' })
      return { firmwareId: draft, releaseId: (await desk.releaseOf(draft)).id, typeId: desk.productTypeId, productId: desk.productId }
    })
    const first = await sign('', keyFile())
    expect(first).toMatchObject({
      out: expect.stringMatching(/^Version .* for the types \d+:\n {2}en, 1000 bytes, SHA-256 [\da-f]{64}\n/),
      ...done,
    })
    expect(first.out).toMatch(/ is signed\.\n$/)
    expect(await sign('', keyFile())).toMatchObject({ out: 'Every release is signed.\n', ...done })
    for (const encoding of ['der', 'ieee-p1363'])
      expect(await sign('--all', keyCommand(encoding))).toMatchObject({ out: expect.stringMatching(/ is signed\.\n$/), ...done })

    // It is signed elsewhere, and changed meanwhile.
    const elsewhere = openTerminal(maker.at(''), { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(await sign('--all --write to-sign.json')).toMatchObject({ out: expect.stringContaining('1 release to sign.'), ...done })
    expect(await elsewhere.run('signReleases', '--sign to-sign.json', keyFile())).toMatchObject(done)
    await maker.withDesk(({ admin }) => admin.release.setRequirements({ params: { id: releaseId }, body: { hardwareVersions: [3] } }))
    expect(await sign('--read to-sign.json')).toMatchObject({
      out: expect.stringMatching(/ is not signed\.\n$/),
      complaint: '1 release not signed: changed since, or signed by too few keys that the root names.\n',
      code: 1,
    })
    expect(await sign('--all --write to-sign.json')).toMatchObject({
      complaint: expect.stringContaining('to-sign.json is there already'),
      code: 1,
    })
    expect(await sign('--write again.json')).toMatchObject(done)
    expect((await elsewhere.run('signReleases', '--sign again.json', keyFile())).out).toContain('  hardwareVersions: 3\n')
    expect(await sign('--read again.json')).toMatchObject({ out: expect.stringMatching(/ is signed\.\n$/), ...done })

    const page = openSignedPage(await readSigned(maker.at('keys/root.json')))
    await maker.withDesk(async (desk, server) => {
      await desk.take(firmwareId, 'released')
      expect(await page.judge(server, model)).toEqual({ state: 'signed', isExpired: false, keys: ['2026 release'] })
    })
  })

  it('pages insist once everything is signed; a new release key takes the place of the old one, and nothing is unsigned in between', async () => {
    const { sign, rotate } = maker
    const model = await maker.withDesk(
      async (desk) => {
        await desk.take(await desk.draft({ versionName: '5.3' }), 'released')
        return { typeId: desk.productTypeId, productId: desk.productId }
      },
      { isSigning: false },
    )
    const toSign = `To be signed by a key that stays (npm run sign-releases -- --all): 5.3 Model ${model.typeId}`
    expect(await rotate('--after keys/root.json --out keys/root-2.json --enforce', rootKey())).toMatchObject({
      out: expect.stringMatching(/^Root 2:\n[\s\S]*refuse what is not signed\.\n.*root-2\.json is complete/m),
      ...done,
    })
    const tooEarly = await rotate('--read keys/root-2.json')
    expect(tooEarly).toMatchObject({ complaint: expect.stringMatching(/^Nothing was changed\. Do this first, or say --yes/), code: 1 })
    expect(tooEarly.out).toMatch(new RegExp(`^${toSign.replaceAll(/[().]/g, '\\$&')}.*\nCATALOGUE_KEY, as it is here, is not set`))
    expect(await sign('', keyFile())).toMatchObject(done)
    expect(await rotate('--read keys/root-2.json', online())).toMatchObject({
      out: expect.stringMatching(/^Root 2 counts from now on/),
      ...done,
    })
    expect(await rotate('--read keys/root-2.json', online())).toMatchObject({
      complaint: expect.stringContaining('has root 2 already'),
      code: 1,
    })

    const added = await rotate('--after keys/root-2.json --out keys/root-3.json --add release --name "2027 release" --to keys', rootKey())
    expect(added).toMatchObject({ out: expect.stringContaining('  release: 2026 release, 2027 release\n'), ...done })
    expect(await rotate('--after keys/root-3.json --out keys/root-4.json --drop "2026 release"', rootKey())).toMatchObject(done)
    expect(await rotate('--read keys/root-4.json', online())).toMatchObject({
      complaint: expect.stringContaining('root-4.json does not follow from root 2: it is not the next one'),
      code: 1,
    })
    expect(await rotate('--read keys/root-3.json', online())).toMatchObject(done)
    const dropped = await rotate('--read keys/root-4.json', online())
    expect(dropped).toMatchObject({
      out: expect.stringContaining(toSign),
      complaint: expect.stringContaining('Nothing was changed'),
      code: 1,
    })
    expect(await sign('--all', keyFile('2027 release'))).toMatchObject(done)
    expect(await rotate('--read keys/root-4.json', online())).toMatchObject(done)

    const page = openSignedPage(await readSigned(maker.at('keys/root.json')))
    await maker.withDesk(async (_, server) =>
      expect(await page.judge(server, model)).toEqual({
        state: 'signed',
        isExpired: false,
        keys: expect.arrayContaining(['2027 release']),
      }),
    )
    expect((await maker.run('doctor')('', online())).out).toMatch(/^ok +signatures +Every release that is offered is signed, by root 4,/m)
    await expectNoKeys()
  })

  /** Nor does `rotate-keys`, which changes those that sign people in, touch anything of it. */
  async function expectNoKeys(): Promise<void> {
    const before = await allRows(place)
    expect(await maker.run('rotateKeys')('', { SECRET_KEY: testSecretKey })).toMatchObject(done)
    const rows = await allRows(place)
    for (const name of ['release_roots', 'release_statements', 'signed_catalogues']) {
      expect(rows[name]?.length).toBeGreaterThan(0)
      expect(rows[name]).toEqual(before[name])
    }
    expect(await maker.run('backup')('a.json')).toMatchObject(done)
    const texts = [JSON.stringify(rows), await textOfBackup(maker.at('a.json'))]
    for (const name of ['root', 'release', 'catalogue', '2027 release']) {
      const pem = await readFile(maker.at(`keys/${name}.pem`), 'utf8')
      const { x = '', d = '' } = createPrivateKey(pem).export({ format: 'jwk' })
      const forms = [
        ...pem.split('\n').slice(1, -2),
        ...(['base64url', 'base64', 'hex'] as const).map((form) => Buffer.from(d, 'base64url').toString(form)),
      ]
      // Its public half is there, within the roots.
      expect([x, d].map(({ length }) => length)).toEqual([43, 43])
      for (const text of texts) for (const form of forms) expect(text).not.toContain(form)
    }
  }
})
