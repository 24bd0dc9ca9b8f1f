import { createContext, type ReactNode } from 'react'

/** What is to be asked beside a field of a form, by the field's name; null for most. */
export const FieldQuestion = createContext<(name: string) => ReactNode>(() => null)
