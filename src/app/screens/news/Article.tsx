import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ShownNews } from '../../../contract/news.ts'
import { articleToShow } from './articleHtml/sanitizeArticle.ts'

/** The text of an article as readers see it. */
export function ArticleText({ html }: { html: string }) {
  // Reduced to harmless elements by the server and by `articleToShow`.
  return <div className="article" dangerouslySetInnerHTML={{ __html: articleToShow(html) }} />
}

/** Cropped like everywhere. `src` is a data or blob address; nothing is shown of a file that is no image. */
export function Thumbnail({ src }: { src: string }) {
  const { t } = useLingui()
  const [broken, setBroken] = useState<string | null>(null)
  if (broken === src) return null
  return (
    <img
      src={src}
      alt={t`Thumbnail`}
      onError={() => setBroken(src)}
      className="aspect-3/2 w-full max-w-72 rounded-md border object-cover"
    />
  )
}

/** A data address; null without a thumbnail. */
export function thumbnailAddress({ thumbnail, thumbnailType }: Pick<ShownNews, 'thumbnail' | 'thumbnailType'>): string | null {
  return thumbnail === null || thumbnailType === null ? null : `data:${thumbnailType};base64,${thumbnail}`
}
