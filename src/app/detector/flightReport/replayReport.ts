/** Runs a report through the device layers in the page, without a detector. */
import { type Replay, replay } from '../../../device/recorder/replay.ts'
import type { FlightReport } from './reportSchema.ts'

export async function replayReport({ rows }: Pick<FlightReport, 'rows'>): Promise<Replay> {
  // A message to oneself comes after every promise that can go on, and at once: a timer would wait 4 ms for each of thousands.
  const { port1, port2 } = new MessageChannel()
  try {
    return await replay(
      rows,
      () =>
        new Promise((resolve) => {
          port1.addEventListener('message', () => resolve(), { once: true })
          port1.start()
          port2.postMessage(null, [])
        }),
    )
  } finally {
    port1.close()
  }
}
