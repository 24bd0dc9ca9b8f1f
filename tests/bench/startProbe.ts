import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Asks an address from a process of its own (requestProbe.ts), with this header if one is needed. */
export function startProbe(address: string, ...authorization: readonly string[]) {
  const probe = fork(new URL('requestProbe.ts', import.meta.url), [address, ...authorization])
  return {
    /** The longest that an answer took since this was asked last, in milliseconds. */
    async longestWait(): Promise<number> {
      const answer = once(probe, 'message')
      probe.send('longest')
      const [longest] = await answer
      return Number(longest)
    },
    async end(): Promise<void> {
      const exited = once(probe, 'exit')
      if (probe.connected) probe.disconnect()
      await exited
    },
  }
}
