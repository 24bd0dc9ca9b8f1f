/** The state of one kind of fault, as found now. `keep` lies between the two others, so that an alert does not come and go with each look. */
export type Evaluation = {
  readonly verdict: 'raise' | 'keep' | 'end'
  /** Kept with the alert that is raised; messages/alertTexts.ts says what it means. */
  readonly figure: number
}
