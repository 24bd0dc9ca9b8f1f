// @module-tag rest
/**
 * Two computers of one customer update one detector by turns, with clocks an hour apart, one of them offline at times. What
 * their pages say of the detector is held against what the simulated detector knows.
 */
import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { UserProduct } from '../../src/contract/userProduct.ts'
import type { SimulatorFaults } from '../../src/device/simulator/simulatorFaults.ts'
import type { KnownFirmware } from '../../src/app/update/offers/knownFirmware.ts'
import type { Client } from '../support/apiServer.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { createDetectorBench, type DetectorBench } from '../support/detectorBench.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { openUpdateComputer, type UpdateComputer } from '../support/updateComputer.ts'

const hourMs = 3_600_000
const identity = { serialNumber: '0A1B2C3D4E', materialVersion: 3, protocolVersion: 2, productTypeId: 6 }
const noCuts = { unplugAtPercent: null, unplugDuringErase: false, badStatusAt: null }
const ends = {
  whole: {},
  cutWhileWriting: { unplugAtPercent: 50 },
  cutWhileErasing: { unplugDuringErase: true },
  refused: { badStatusAt: 'selectTarget' },
} as const satisfies Record<string, Partial<SimulatorFaults>>

const step = fc.record({
  by: fc.nat(1),
  /** Which firmware. */
  version: fc.nat(1),
  end: fc.constantFrom('whole', 'whole', ...(Object.keys(ends) as (keyof typeof ends)[])),
  isOnline: fc.boolean(),
  /** Whether the person answers that the detector has restarted. */
  isAnswered: fc.constantFrom(true, true, false),
  minutesAfter: fc.constantFrom(1, 20, 40, 90),
})
const computer = fc.record({ offMs: fc.constantFrom(-hourMs, 0, hourMs) })
const story = fc.record({ computers: fc.tuple(computer, computer), steps: fc.array(step, { minLength: 2, maxLength: 5 }) })
type Story = typeof story extends fc.Arbitrary<infer One> ? One : never

/** One computer, whose clock is an hour ahead, leaves the detector without firmware; the other makes it whole before that is heard of. */
const example: Story = {
  computers: [{ offMs: hourMs }, { offMs: 0 }],
  steps: [
    { by: 0, version: 0, end: 'cutWhileWriting', isOnline: false, isAnswered: true, minutesAfter: 20 },
    { by: 1, version: 1, end: 'whole', isOnline: true, isAnswered: true, minutesAfter: 1 },
  ],
}

/** What a page claims, in the same words; null where it claims nothing. */
function claimed(known: KnownFirmware | null): string | null {
  if (known?.state === 'installed') return known.versionName
  return known?.state === 'none' ? 'none' : null
}

serverOnPostgres((server) => {
  let ada: Client
  let owned: UserProduct
  let firmwares: readonly OfferedFirmware[]
  const files = new Map<string, Uint8Array<ArrayBuffer>>()

  beforeAll(async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const productId = await addProduct(admin, { typeId: 6 })
    for (const versionName of ['5.2', '5.3']) {
      const bytes = Uint8Array.from({ length: 400 }, (_, at) => (at * Number(versionName) * 10) % 251)
      files.set(versionName, bytes)
      await addFirmware(admin, { productIds: [productId], versionName, bytes })
    }
    ada = await server.signInAs('ROLE_CUSTOMER')
    firmwares = await ada.firmware.getAllForProductAndUser({ params: { productId } })
  })

  const bytesOf = ({ firmwareFile: { sha256 } }: Pick<OfferedFirmware, 'firmwareFile'>) =>
    files.get(firmwares.find(({ firmwareFile }) => firmwareFile.sha256 === sha256)?.versionName ?? '') ?? new Uint8Array()

  /** What is on the detector: a version, or nothing. */
  function truth({ simulator }: DetectorBench): string {
    if (!simulator.applicationValid) return 'none'
    const flash = simulator.flash()
    const found = firmwares.find((one) => Buffer.from(bytesOf(one).slice(0, -16)).equals(Buffer.from(flash)))
    return found?.versionName ?? 'another'
  }

  it('claims no state of a detector that was not so, whatever the order of what two computers say', async () => {
    const property = fc.asyncProperty(story, async ({ computers: [one, two], steps }) => {
      // Another owner: nothing is left of the run before.
      ada = await server.signInAs('ROLE_CUSTOMER')
      owned = await ada.userProduct.getOrCreate({ body: identity })
      const bench = createDetectorBench()
      const computers = [one, two].map((its) => openUpdateComputer(server, ada, { ...its, bench, bytesOf }))
      const seen = new Set<string>([truth(bench)])
      const look = async () => {
        for (const each of computers) {
          const claim = claimed(await each.claim(owned.id))
          expect([...seen, null]).toContain(claim)
        }
      }
      for (const each of steps) await play(each, computers, bench, seen, look)

      for (const each of computers) {
        each.setOnline(true)
        await each.flush()
      }
      for (const each of computers) {
        const known = await each.claim(owned.id)
        expect(known?.state).not.toBe('updating')
        expect([truth(bench), null]).toContain(claimed(known))
      }
    })
    await fc.assert(property, { numRuns: 25, seed: 25, examples: [[example]] })
  })

  async function play(
    { by, version, end, isOnline, isAnswered, minutesAfter }: Story['steps'][number],
    computers: readonly UpdateComputer[],
    bench: DetectorBench,
    seen: Set<string>,
    look: () => Promise<void>,
  ): Promise<void> {
    const mine = computers[by]
    const firmware = firmwares[version]
    if (mine === undefined || firmware === undefined) throw new Error('no such computer or firmware')
    mine.setOnline(isOnline)
    bench.simulator.set({ ...noCuts, ...ends[end] })
    mine.whileRunning(async () => {
      seen.add(truth(bench))
      await mine.renew(50)
      await look()
    })
    // The question of the update before waits until the next one.
    await mine.flow.answerRestart(true)
    mine.flow.close()
    const known = await mine.claim(owned.id)
    const before = known === null || known.state === 'updating' || known.state === 'silent' ? null : known
    await mine.flow.start(owned, firmware, before)
    seen.add(truth(bench))
    if (mine.flow.state().step === 'asking' && isAnswered) await mine.flow.answerRestart(true)
    mine.flow.close()
    await look()
    server.pass(minutesAfter * 60_000)
    await look()
  }
})
