import type { ReleaseState } from '../../../../contract/releaseStates.ts'

/** A firmware of a server that knows releases: those before 0.2.0 leave both out. */
type OfRelease = { readonly releaseId: number; readonly state: ReleaseState }

export function hasRelease<F extends { readonly releaseId?: number | undefined; readonly state?: ReleaseState | undefined }>(
  firmware: F,
): firmware is F & OfRelease {
  return firmware.releaseId !== undefined && firmware.state !== undefined
}
