import { expect, it } from 'vitest'
import { type ArrivingBody, createArrivingBodies } from './arrivingBodies.ts'

type WhileArriving = ReturnType<typeof createArrivingBodies>

/** A body that arrives until the test ends it. */
function begin(whileArriving: WhileArriving, sender: number | string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const begun: ArrivingBody[] = []
  const read = whileArriving(sender, (body) => {
    begun.push(body)
    body.gaveWay.addEventListener('abort', () => reject(body.gaveWay.reason))
    return promise
  })
  const outcome = read.then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? error.message : 'odd'),
  )
  return { hold: (bytes: number) => begun[0]?.hold(bytes), lost: () => begun[0]?.gaveWay.aborted, outcome, resolve, reject }
}

/** Whether there is room for so many bytes and no more. */
function hasRoom(whileArriving: WhileArriving, bytes: number, others: readonly ReturnType<typeof begin>[] = []): boolean {
  const probe = begin(whileArriving, 'probe')
  probe.hold(bytes)
  const fits = [probe, ...others].every(({ lost }) => lost() === false)
  probe.hold(1)
  return fits && [probe, ...others].some(({ lost }) => lost() === true)
}

it('takes from the sender who holds most, the body that began last, until there is room', async () => {
  const whileArriving = createArrivingBodies(100)
  const bodies = [1, 2, 1, 1, 2].map((sender) => begin(whileArriving, sender))
  for (const body of bodies) body.hold(20)
  expect(bodies.map(({ lost }) => lost())).toEqual([false, false, false, false, false])
  const honest = begin(whileArriving, '192.0.2.1')
  honest.hold(1)
  expect(bodies.map(({ lost }) => lost())).toEqual([false, false, false, true, false])
  honest.hold(39)
  // All three hold 40: who has been at it the longest.
  expect(bodies.map(({ lost }) => lost())).toEqual([false, false, true, true, false])
  await expect(bodies[3]?.outcome).resolves.toBe('service.unavailable.error')
  expect(honest.lost()).toBe(false)
})

it('counts many addresses as one sender, and takes from the one of them that holds most', async () => {
  const whileArriving = createArrivingBodies(100)
  const addresses = ['a', 'b', 'c', 'd'].map((address, index) => ({ body: begin(whileArriving, address), bytes: index === 1 ? 25 : 15 }))
  for (const { body, bytes } of addresses) body.hold(bytes)
  const upload = begin(whileArriving, 1)
  upload.hold(40)
  expect(addresses.map(({ body }) => body.lost())).toEqual([false, true, false, false])
  expect(upload.lost()).toBe(false)
})

it('takes from who passes the bound alone', async () => {
  const whileArriving = createArrivingBodies(100)
  const [small, large] = [begin(whileArriving, 1), begin(whileArriving, 2)]
  small.hold(10)
  large.hold(91)
  expect([small.lost(), large.lost()]).toEqual([false, true])
  await expect(large.outcome).resolves.toBe('service.unavailable.error')
})

it.each([
  ['whole', (body: ReturnType<typeof begin>) => body.resolve()],
  ['broken', (body: ReturnType<typeof begin>) => body.reject(new Error('hung up'))],
])('counts a body no longer that is %s', async (_, end) => {
  const whileArriving = createArrivingBodies(100)
  const bodies = [begin(whileArriving, 1), begin(whileArriving, 2)]
  for (const body of bodies) body.hold(50)
  bodies.forEach(end)
  await Promise.all(bodies.map(({ outcome }) => outcome))
  expect(hasRoom(whileArriving, 100)).toBe(true)
})

it('counts a body no longer that gave way, whatever it still reads', async () => {
  const whileArriving = createArrivingBodies(100)
  const [kept, lost] = [begin(whileArriving, 1), begin(whileArriving, 2)]
  kept.hold(30)
  lost.hold(80)
  lost.hold(80)
  await lost.outcome
  expect(hasRoom(whileArriving, 70, [kept])).toBe(true)
})
