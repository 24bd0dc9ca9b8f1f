/** A page that remembers what it has seen of the maker's signatures, in a browser where owners sign in and out. */
import { createSeenSignatures } from '../../src/app/update/signatures/seenSignatures.ts'
import { judgeSignature, type SignatureFound } from '../../src/app/update/signatures/judgeSignature.ts'
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { Signed } from '../../src/contract/signatures/signed.ts'
import { type ApiServer, bearer } from './apiServer.ts'

export type Model = { readonly typeId: number; readonly productId: number }

export type SignedPage = ReturnType<typeof openSignedPage>

export function openSignedPage(firstRoot: Signed) {
  let stored: string | null = null
  const seen = createSeenSignatures({ get: () => stored, set: (text) => (stored = text) })
  let serial = 0x5a00000000

  /** Of the first firmware that the server lists for a new detector of the model. */
  async function judge(server: ApiServer, { typeId, productId }: Model): Promise<SignatureFound> {
    const owner = await server.signInAs('ROLE_CUSTOMER')
    const detector = { typeId, hardwareVersion: 3, serialNumber: (serial += 1).toString(16).toUpperCase(), isErased: false }
    const { serialNumber } = detector
    const body = { serialNumber, materialVersion: 3, protocolVersion: 2, productTypeId: typeId }
    const { id: userProductId } = await owner.userProduct.getOrCreate({ body })
    const headers = { ...bearer(owner), 'fieldport-build': '7' }
    const response = await server.request(`/firmware/getAllForProductAndUser/${productId}`, { headers })
    const [firmware] = (await response.json()) as OfferedFirmware[]
    if (firmware === undefined) throw new Error('nothing is offered')
    const load = async () => ({ signatures: await owner.signature.getForType({ params: { typeId } }), isOnline: true })
    return judgeSignature({ firstRoot, isDemo: false, seen, load, now: () => new Date() }, { firmware, detector, userProductId })
  }
  return { seen, judge }
}
