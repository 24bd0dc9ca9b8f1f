/** What the form of an article holds. */
export type NewsValues = {
  title: string
  /** HTML. */
  content: string
  published: boolean
  /** When a draft is published by itself: an instant, or empty. */
  publishAt: string
  thumbnail: File | undefined
  removeThumbnail: boolean
}
