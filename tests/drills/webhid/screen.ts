/** A screen without a monitor, with a window manager, and keys for what is no part of any page: Chromium's chooser of devices. */
import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export type VirtualScreen = {
  /** For the environment of what is to be shown on it. */
  readonly display: string
  /** Presses keys, by their X names, in the window that has the focus. */
  readonly press: (...keys: readonly string[]) => Promise<void>
  /** The titles of all windows that are shown. */
  readonly titles: () => Promise<readonly string[]>
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
  const xdotool = async (...args: readonly string[]) => (await run('xdotool', args, { env })).stdout

  return {
    display,
    press: async (...keys) => {
      await xdotool('key', '--delay', '60', ...keys)
    },
    titles: async () => {
      // xdotool fails where it finds none.
      const ids = await xdotool('search', '--onlyvisible', '--name', '').catch(() => '')
      const found = ids.split('\n').filter((id) => id !== '')
      return Promise.all(found.map((id) => xdotool('getwindowname', id).catch(() => '')))
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
