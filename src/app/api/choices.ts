/** What the forms of other records choose from: the properties of a `RecordsField`. */
import { api } from './api.ts'

export const productChoices = {
  word: 'product',
  find: async (_typed: string, signal: AbortSignal) => (await api.product.getAllNotDeleted({ signal })).filter((choice) => choice !== null),
}

export const betaGroupChoices = {
  word: 'betaGroup',
  isSearchedOnServer: true,
  find: (search: string, signal: AbortSignal) => api.betaGroup.getAll({ query: { search }, signal }),
}
