import type { Choice } from '../../contract/crud.ts'
import { api } from './api.ts'
import type { PlainCall, RequestCall } from './queryOf.ts'

type Choices = readonly (Choice | null)[]

/** The records that a field offers: all of them, to be searched in the browser, or those that the server finds. */
export type ChoicesOf = { readonly all: PlainCall<Choices> } | { readonly search: RequestCall<{ query: { search: string } }, Choices> }

export const productChoices: ChoicesOf = { all: api.product.getAllNotDeleted }
export const betaGroupChoices: ChoicesOf = { search: api.betaGroup.getAll }
export const betaFirmwareChoices: ChoicesOf = { search: api.firmware.getAllBetaTest }
export const betaTesterChoices: ChoicesOf = { search: api.user.getBetaTesters }
