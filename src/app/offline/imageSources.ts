/**
 * Where the bytes of an image come from: its public address, which may be at another origin, or the call, with the person's token. Knows no
 * cache and no attempts; what comes is judged by its SHA-256 elsewhere.
 */
import { AppError, asAppError } from '../../errors.ts'
import type { Api } from '../api/createApi.ts'

export type PublishedFile = { readonly id: number; readonly sizeBytes: number; readonly sha256: string }

/** Asks for the bytes from this one on: answered by 206, or by 200 and all of them. */
export type ImageSource = (fromByte: number, signal: AbortSignal) => Promise<Response>

/** `fetch`, answered from what is kept first (images/keptImages.ts). */
export type AskImage = (address: string, init: RequestInit) => Promise<Response>

/** The public address; null where there is none, or where its answer was cut or refused: then the call answers. Throws if no server answers. */
export async function findPublicAddress(
  api: Pick<Api, 'file'>,
  { id }: Pick<PublishedFile, 'id'>,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return (await api.file.getImageAddress({ query: { id }, signal })).url
  } catch (thrown) {
    if (signal.aborted || asAppError(thrown).code === 'network.offline.error') throw thrown
    return null
  }
}

/** At the portal itself. */
export function isOwn(address: string): boolean {
  return address.startsWith('/')
}

/**
 * Rejects where a policy from before the address, or the other origin itself, refuses it. Nothing of the person goes along. At another origin
 * `If-Range` would need leave first, and buckets name their objects otherwise: there the address alone says that it is the same image.
 */
export function fromAddress(ask: AskImage, address: string, { sha256 }: Pick<PublishedFile, 'sha256'>): ImageSource {
  return async (fromByte, signal) => {
    const range = fromByte > 0 && { Range: `bytes=${fromByte}-`, ...(isOwn(address) && { 'If-Range': `"${sha256}"` }) }
    const headers = { ...range }
    // Kept where signing out deletes it, and nowhere else.
    const init = { cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' } as const
    const response = await ask(address, { signal, headers, ...init })
    if (!response.ok) throw new AppError('resource.not.found')
    return response
  }
}

/** `username`: the specification sends it. */
export function fromCall(api: Pick<Api, 'file'>, { id, sha256 }: PublishedFile, username: string): ImageSource {
  return (fromByte, signal) =>
    api.file.showFileFromWeb({ query: { id, username }, signal, ...(fromByte > 0 && { resume: { fromByte, sha256 } }) })
}
