import type { FieldWords } from '../history/auditWords.tsx'
import type { DeleteWords } from './useDeleteRecord.tsx'

/** The texts of a back-office entity in the user's language. `Field`: its `RecordField`, and what else its form has. */
export type RecordWords<Field extends string = string> = FieldWords<Field> & {
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
  readonly deleteWords: DeleteWords
}
