/** Gets a firmware file and makes sure of it, byte for byte, before a detector is asked anything. Knows no detector and no screen. */
import { AppError } from '../../../../errors.ts'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { imageOfFirmwareFile } from '../../../../device/image.ts'
import type { Api } from '../../../createApi.ts'

type PublishedFile = OfferedFirmware['firmwareFile']

/** Without a byte for this long the line counts as dead: spotty ones often die without a word. */
const silenceLimitMs = 30_000

/** Progress is told in steps of a hundredth, so that a fast line does not redraw the page for every packet. */
const progressSteps = 100

/**
 * Downloads a file, telling how many bytes have come. Throws an AppError: the server's own, or `network.offline.error` where the line
 * breaks or falls silent. Rejects with the signal's reason when that aborts.
 */
async function downloadFirmwareFile(
  api: Pick<Api, 'file'>,
  request: { readonly file: PublishedFile; readonly username: string; readonly signal: AbortSignal },
  onReceived: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { file, username, signal } = request
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let toldBytes = 0

  function heard(bytes: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceLimitMs)
    if (bytes - toldBytes < file.sizeBytes / progressSteps) return
    toldBytes = bytes
    onReceived(bytes)
  }

  heard(0)
  try {
    const response = await api.file.showFileFromWeb({
      query: { id: file.id, username },
      signal: AbortSignal.any([signal, silence.signal]),
      onDownloadProgress: ({ transferredBytes }) => heard(transferredBytes),
    })
    return new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    if (signal.aborted || cause instanceof AppError) throw cause
    throw new AppError('network.offline.error', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Refuses bytes that are not those the maker published: `image.corrupt.error`. */
async function checkSha256(bytes: Uint8Array<ArrayBuffer>, publishedSha256: string): Promise<void> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (sha256 !== publishedSha256.toLowerCase()) throw new AppError('image.corrupt.error')
}

/** The image to program: downloaded, checked whole against the list's size and SHA-256, without its trailer. Throws as the steps do. */
export async function fetchFirmwareImage(...[api, request, onReceived]: Parameters<typeof downloadFirmwareFile>): Promise<Uint8Array> {
  const bytes = await downloadFirmwareFile(api, request, onReceived)
  const image = imageOfFirmwareFile(bytes, request.file.sizeBytes)
  await checkSha256(bytes, request.file.sha256)
  return image
}
