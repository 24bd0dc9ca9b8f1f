/** A screen without a monitor, with a window manager, and keys for what is no part of any page: Chromium's chooser of devices. */
import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export type VirtualScreen = {
  /** For the environment of what is to be shown on it. */
  readonly display: string
  /** Presses keys, by their X names, in the window that has the focus. */
  readonly press: (...keys: readonly string[]) => Promise<void>
  readonly stop: () => void
}

const run = promisify(execFile)

export async function startScreen(): Promise<VirtualScreen> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${await firstLine(server.stdio[3])}`
  const env = { ...process.env, DISPLAY: display }
  // Without a window manager no window gets the focus, and keys reach nobody.
  const manager = spawn('openbox', ['--sm-disable'], { stdio: 'ignore', env })

  return {
    display,
    press: async (...keys) => {
      await run('xdotool', ['key', '--delay', '60', ...keys], { env })
    },
    stop: () => {
      manager.kill()
      server.kill()
    },
  }
}

async function firstLine(output: unknown): Promise<string> {
  // The fourth of the streams, a pipe.
  for await (const line of createInterface({ input: output as NodeJS.ReadableStream })) return line
  throw new Error('Xvfb did not start')
}
