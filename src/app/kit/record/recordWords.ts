import type { DeleteWords } from './useDeleteRecord.tsx'

/** What an entity of staff's is called on its screens, in the reader's language. */
export type RecordWords = {
  /** "Products" */
  readonly title: string
  /** "Add a product": the list's button. */
  readonly add: string
  /** "New product", "Edit product": titles of the forms. */
  readonly create: string
  readonly edit: string
  /** "Product added", "Product modified" */
  readonly added: string
  readonly modified: string
  /** Names of the fields: those of its form, and others that its history tells of. */
  readonly labels: Readonly<Record<string, string>>
  readonly deleteWords: DeleteWords
}
