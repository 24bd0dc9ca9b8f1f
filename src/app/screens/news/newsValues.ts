/** What the form of an article holds. */
export type NewsValues = {
  title: string
  /** HTML. */
  content: string
  published: boolean
  thumbnail: File | undefined
  removeThumbnail: boolean
}
