// @module-tag rest
/** The certificate of an approved warranty, its text read back from the PDF. */
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { type Client } from '../support/apiServer.ts'
import { checkedProofsOn } from '../support/checkedProofs.ts'
import { addCodes } from '../support/coils.ts'
import { claim } from '../support/extendedCoils.ts'
import { readPdfText } from '../support/readPdfText.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'

async function certify(client: Client, id: number, locale: 'en' | 'fr') {
  const response = await client.proofCheck.getCertificate({ params: { id }, query: { locale } })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { headers: response.headers, lines: await readPdfText(bytes) }
}

serverOnPostgres((server) => {
  const { people, coil, coilOf, detector, detectorOf, approve } = checkedProofsOn(server)

  const rename = (client: Client, name: { firstname: string; lastname: string }) =>
    server.context.db
      .update(users)
      .set(name)
      .where(eq(users.id, client.held.current?.id ?? 0))

  it('names the coil, its owner, and the warranty with its extension, in the reader’s language [T911]', async () => {
    const { ada } = people()
    const { id, coilSerial } = await coil({ purchaseDate: '2026-01-31' })
    const [code = ''] = await addCodes(server)
    await claim(ada, id, code)
    await approve()
    const proofId = (await coilOf(id)).purchaseProof?.id ?? 0
    const { lines, headers } = await certify(ada, proofId, 'en')
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toContain(`warranty-certificate-${coilSerial}.pdf`)
    expect(lines).toEqual([
      'Fieldport',
      'Warranty certificate',
      'Fieldport has checked the proof of purchase and confirms this warranty.',
      'Owner',
      'Ada Field',
      'Coil',
      coilSerial,
      'Serial number',
      coilSerial,
      'Purchase date',
      '31/01/2026',
      'Warranty',
      '31/01/2026 to 31/01/2036',
      'Of which extended',
      '31/01/2031 to 31/01/2036',
      'Proof approved on',
      '21/11/2026',
      'As of 21/11/2026. The portal has the current state of this warranty.',
    ])
    const french = await certify(ada, proofId, 'fr')
    expect(french.headers.get('content-disposition')).toContain(`certificat-de-garantie-${coilSerial}.pdf`)
    expect(french.lines).toContain('Certificat de garantie')
    expect(french.lines).toContain('Fieldport a vérifié la preuve d’achat et confirme cette garantie.')
    expect(french.lines).toContain('du 31/01/2026 au 31/01/2036')
  })

  it('names a detector, and owners in Greek and Cyrillic letters; others by their address [T912]', async () => {
    const { ada } = people()
    const id = await detector()
    await approve()
    const shown = await detectorOf(id)
    const proofId = shown.purchaseProof?.id ?? 0
    for (const lastname of ['Παπαδόπουλος', 'Čapek-Łuczak', 'Żółć Привет']) {
      await rename(ada, { firstname: 'Éloïse', lastname })
      expect((await certify(ada, proofId, 'fr')).lines).toContain(`Éloïse ${lastname}`)
    }
    await rename(ada, { firstname: '美', lastname: '田中' })
    const { lines } = await certify(ada, proofId, 'en')
    const { username } = ada.held.current ?? {}
    expect(lines.join('')).toContain(username)
    expect(lines).toContain(shown.serialNumberFormatted)
    expect(lines).toContain(shown.productName)
  })

  it('is there for an approved proof only, for its owner, administrators and the back office [T913]', async () => {
    const { ada, staff, colleague } = people()
    const { purchaseProof } = await coil()
    const id = purchaseProof?.id ?? 0
    await expect(certify(ada, id, 'en')).rejects.toMatchObject(notFound)
    await approve()
    for (const client of [ada, staff, colleague]) expect((await certify(client, id, 'en')).lines).toContain('Ada Field')
    for (const role of ['ROLE_CUSTOMER', 'ROLE_MARKETTING'] as const)
      await expect(certify(await server.signInAs(role), id, 'en')).rejects.toMatchObject(notFound)
    await staff.proofCheck.reopen({ params: { id } })
    await expect(certify(ada, id, 'en')).rejects.toMatchObject(notFound)
  })

  it('are given to everybody who asks, however many one person fetches at once [T1025]', async () => {
    const { ada, staff } = people()
    const { purchaseProof } = await coil()
    const id = purchaseProof?.id ?? 0
    await approve()
    const fetched = await Promise.all([ada, ada, ada, ada, ada, staff].map((client) => certify(client, id, 'en')))
    for (const { lines } of fetched) expect(lines).toContain('Ada Field')
  })

  it('holds the longest names within the page', async () => {
    const { ada } = people()
    const { purchaseProof } = await coil()
    await approve()
    await rename(ada, { firstname: 'Dendrochronologie'.repeat(8), lastname: `${'Wet sand '.repeat(12)}end` })
    const { lines } = await certify(ada, purchaseProof?.id ?? 0, 'en')
    expect(lines.join(' ').replaceAll(' ', '')).toContain(`${'Dendrochronologie'.repeat(8)}${'Wetsand'.repeat(12)}end`)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100)
  })
})
