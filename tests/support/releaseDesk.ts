/** A product with releases, its staff and an owner: what tests of releases do again and again, by the calls of pages. Detectors are rows. */
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { ObstacleKind } from '../../src/contract/release.ts'
import type { ReleaseStep } from '../../src/contract/releaseStates.ts'
import { type ApiServer, bearer, type Client } from './apiServer.ts'
import { addFirmware, addProduct, type NewFirmware, releaseIdOf, takeStep } from './catalogue.ts'
import { addDetector } from './coils.ts'

let typeId = 20_000
let serial = 0

export async function openReleaseDesk(server: ApiServer) {
  const { username, userId: backOfficeId } = await server.join({ role: 'ROLE_BE' })
  const [admin, backOffice, owner] = [
    await server.signInAs('ROLE_ADMIN'),
    await server.enter(username),
    await server.signInAs('ROLE_CUSTOMER'),
  ]
  const productTypeId = (typeId += 1)
  const productId = await addProduct(admin, { name: `Model ${productTypeId}`, typeId: productTypeId })

  const draft = (firmware: NewFirmware = {}) => addFirmware(admin, { productIds: [productId], isActive: false, ...firmware })
  const releaseOf = async (firmwareId: number) => admin.release.get({ params: { id: await releaseIdOf(admin, firmwareId) } })

  async function take(firmwareId: number, step: ReleaseStep, { by = admin, confirmed = [] as ObstacleKind[] } = {}): Promise<void> {
    await takeStep(by, firmwareId, step, { confirmed })
  }

  /** Offered to all owners, a second after what was released before. */
  async function release(firmware: NewFirmware = {}, confirmed: ObstacleKind[] = []): Promise<number> {
    const id = await draft(firmware)
    server.pass(1000)
    await take(id, 'released', { confirmed })
    return id
  }

  async function connect({ client = owner, hardware = 3 } = {}): Promise<number> {
    const serialNumber = (0x4000000000 + (serial += 1)).toString(16).toUpperCase()
    return addDetector(server, client, { productId, productTypeId, serialNumber, hardware })
  }

  type Asked = { readonly client?: Client; readonly build?: number | null }

  /** As a page of this build asks, or a program without one. */
  async function listed({ client = owner, build = 7 }: Asked = {}): Promise<OfferedFirmware[]> {
    const headers = { ...bearer(client), ...(build !== null && { 'fieldport-build': String(build) }) }
    const response = await server.request(`/firmware/getAllForProductAndUser/${productId}`, { headers })
    return (await response.json()) as OfferedFirmware[]
  }

  type Start = Asked & { readonly isErased?: boolean; /** Sent so long after it began. */ readonly lateHours?: number }

  /** The id of the record, or the code of the refusal. */
  async function start(
    userProductId: number,
    firmwareId: number,
    { build = 7, isErased = false, client = owner, lateHours = 0 }: Start = {},
  ) {
    const date = new Date(server.context.clock().getTime() - lateHours * 3_600_000).toISOString()
    const when = lateHours > 0 ? { date } : { date, isStart: 'true', isErased: String(isErased) }
    const form = { userProductId: String(userProductId), firmwareId: String(firmwareId), ...when }
    const headers = { ...bearer(client), ...(build !== null && { 'fieldport-build': String(build) }) }
    const response = await server.request('/productUpdate', { method: 'POST', headers, body: new URLSearchParams(form) })
    const answer = (await response.json()) as { id: number; message?: string }
    return answer.message ?? answer.id
  }

  async function install(userProductId: number, firmwareId: number, client: Client = owner): Promise<void> {
    server.pass(1000)
    const date = server.context.clock().toISOString()
    const { id } = await client.productUpdate.create({ body: { userProductId, firmwareId, date, now: date } })
    await client.productUpdate.report({ params: { id }, body: { productUpdateId: id, success: true } })
    server.pass(1000)
  }

  const people = { admin, backOffice, backOfficeId, owner }
  return { ...people, productId, productTypeId, draft, releaseOf, take, release, connect, listed, start, install }
}
