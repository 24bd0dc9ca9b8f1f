import { type Replay, replay } from '../../../device/recorder/replay.ts'
import type { FlightReport } from './reportSchema.ts'

/** Runs a report through the device layers, in the page and without a detector. */
export async function replayReport({ rows }: Pick<FlightReport, 'rows'>): Promise<Replay> {
  // A message arrives after all pending promises have continued, and at once. A timer would wait 4 ms, thousands of times.
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
