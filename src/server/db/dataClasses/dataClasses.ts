/**
 * The class of every column of every table, by their names in code: what a backup holds of it, and what becomes of it when
 * the person leaves whom it is about.
 */
import { installationClasses } from './installation.ts'
import { ownershipClasses } from './ownership.ts'
import { peopleClasses } from './people.ts'
import { publicationsClasses } from './publications.ts'
import { signingInClasses } from './signingIn.ts'
import type { DataClasses } from './dataClass.ts'

export const dataClasses = {
  ...installationClasses,
  ...ownershipClasses,
  ...peopleClasses,
  ...publicationsClasses,
  ...signingInClasses,
} satisfies DataClasses
