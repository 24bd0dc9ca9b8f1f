/** The parts of a mail that its template says; renderMail.ts puts them together. */
export type MailText = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** The label of the link; delivery/composeMessage.ts creates the link. */
  readonly button: string
  readonly footnote: string
}
