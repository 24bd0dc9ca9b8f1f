import { saveFile } from '../browser/saveFile.ts'
import { asNetworkError } from './apiFailure.ts'

/** Saves the file that a call has answered with, under the server's name for it. Rejects if the connection breaks meanwhile. */
export async function saveResponse(response: Response, defaultFilename: string): Promise<void> {
  const content = await response.blob().catch((cause: unknown) => {
    throw asNetworkError(cause)
  })
  saveFile(content, filenameOf(response.headers.get('Content-Disposition')) ?? defaultFilename)
}

/** The encoded name (RFC 6266), or else the plain one. */
export function filenameOf(contentDisposition: string | null): string | undefined {
  const header = contentDisposition ?? ''
  const encoded = /filename\*=UTF-8''([\w.!~%-]+)/i.exec(header)?.[1]
  return (encoded && decoded(encoded)) || /filename="([^"]+)"/i.exec(header)?.[1]
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
