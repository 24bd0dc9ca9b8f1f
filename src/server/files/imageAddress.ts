/** Where browsers get the bytes of released images from: a cache in front of the portal, the bucket, or the portal itself. Knows no release. */
import { imagePath } from '../../contract/basePath.ts'
import type { Config } from '../config/readConfig.ts'
import type { Storage } from './storage.ts'

type Places = { readonly config: Pick<Config, 'firmwareOrigin' | 'publicUrl'>; readonly storage: Pick<Storage, 'presigner'> }

/** The origin besides the portal's own that the app connects to for images; undefined if there is none. */
export function findImageOrigin({ config, storage }: Places): string | undefined {
  return config.firmwareOrigin ?? findPresigner({ config, storage })?.origin
}

/** Relative to the portal, or at another origin; one of the bucket expires. */
export async function findImageAddress({ config, storage }: Places, sha256: string): Promise<string> {
  if (config.firmwareOrigin !== undefined) return config.firmwareOrigin + imagePath(sha256)
  return (await findPresigner({ config, storage })?.presign(sha256)) ?? imagePath(sha256)
}

/** A page with https connects to nothing without: such a bucket is reached by this server alone. */
function findPresigner({ config, storage: { presigner } }: Places): Places['storage']['presigner'] {
  const isReached = presigner?.origin.startsWith('https:') === true || config.publicUrl.startsWith('http:')
  return isReached ? presigner : undefined
}
