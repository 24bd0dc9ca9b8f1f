import { open } from 'node:fs/promises'

/** Makes a rename in the folder durable. Windows cannot open a folder and does not need this. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
