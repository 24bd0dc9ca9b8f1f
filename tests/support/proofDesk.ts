/** Staff who install firmwares on detectors, and what a release then says of its proof. */
import { addFirmware, addProduct, releaseIdOf } from './catalogue.ts'
import type { ApiServer, Client } from './apiServer.ts'
import { signedIn } from './servers.ts'

let typeId = 7_000
let serial = 0
type Flash = { hardware?: number; isSimulated?: boolean; isFailed?: boolean; by?: Client; serialNumber?: string }

const newSerial = () => (0x5000000000 + (serial += 1)).toString(16).toUpperCase()

async function connect(client: Client, { hardware = 3, serialNumber = newSerial() }: Flash = {}): Promise<number> {
  const body = { serialNumber, materialVersion: hardware, protocolVersion: 2, productTypeId: typeId }
  return (await client.userProduct.getOrCreate({ body })).id
}

const lastTypeId = () => typeId

/** The people and the calls of these tests. */
export function openProofDesk(server: ApiServer) {
  const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')

  const newProduct = () => addProduct(admin, { name: `Model ${(typeId += 1)}`, typeId })

  /** Installs a firmware by the calls of an update page; returns the record. */
  async function flash(firmwareId: number, how: Flash = {}): Promise<number> {
    const { by = admin, isSimulated, isFailed = false } = how
    server.pass(1000)
    const body = { userProductId: await connect(by, how), firmwareId, ...(isSimulated !== undefined && { isSimulated }) }
    const { id } = await by.productUpdate.create({ body })
    const result = isFailed ? { success: false, errorType: 'REPROGRAMMATION_ERROR' as const } : { success: true }
    await by.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...result } })
    return id
  }
  const proofOf = async (id: number) => (await admin.release.get({ params: { id: await releaseIdOf(admin, id) } })).proof
  const missing = async (id: number) => (await proofOf(id)).missing.map(({ hardwareVersion }) => hardwareVersion)
  const obstaclesOf = async (id: number, step: 'beta' | 'staged' | 'released' | 'resume' = 'released') => {
    const params = { id: await releaseIdOf(admin, id), step }
    const { obstacles } = await admin.release.getStep({ params, query: { betaGroupIds: [] } })
    return obstacles.filter(({ kind }) => kind === 'proof')
  }
  const stateOf = async (id: number) => (await admin.firmware.get({ params: { id } })).state
  const draft = async (productId: number, versionName: string) =>
    addFirmware(admin, { versionName, productIds: [productId], isActive: false })
  return { admin, backOffice, newProduct, flash, proofOf, missing, obstaclesOf, stateOf, draft, connect, lastTypeId, newSerial }
}
