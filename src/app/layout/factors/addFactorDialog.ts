/** What the server answers to a new factor; null if the account has recovery codes already. */
export type NewCodes = readonly string[] | null

/** What a dialog that adds a factor is given. */
export type AddFactorDialogProps = { onAdded: (codes: NewCodes) => void; onClose: () => void }
