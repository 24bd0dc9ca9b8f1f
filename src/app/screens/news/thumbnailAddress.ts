import type { ShownNews } from '../../../contract/news.ts'

/** A data address; null without a thumbnail. */
export function thumbnailAddress({ thumbnail, thumbnailType }: Pick<ShownNews, 'thumbnail' | 'thumbnailType'>): string | null {
  return thumbnail === null || thumbnailType === null ? null : `data:${thumbnailType};base64,${thumbnail}`
}
