import { useLingui } from '@lingui/react/macro'
import { articleToShow } from './articleHtml/sanitizeArticle.ts'

/** The text of an article as readers see it. */
export function ArticleText({ html }: { html: string }) {
  // Reduced to harmless elements by the server and by `articleToShow`.
  return <div className="article" dangerouslySetInnerHTML={{ __html: articleToShow(html) }} />
}

/** Cropped like everywhere. `src` is a data or blob address. */
export function Thumbnail({ src }: { src: string }) {
  const { t } = useLingui()
  return <img src={src} alt={t`Thumbnail`} className="aspect-3/2 w-full max-w-72 rounded-md border object-cover" />
}
