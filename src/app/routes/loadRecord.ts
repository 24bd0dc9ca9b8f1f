import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import * as v from 'valibot'
import { idText } from '../../contract/fields.ts'
import { asAppError } from '../../errors.ts'
import { type GetRecord, recordQuery } from '../kit/record/useRecord.ts'

/** Fetches the record of a screen. Rejects with "not found" for an id that the server does not know, and without a call for one that is none. */
export async function loadRecord(queryClient: QueryClient, get: GetRecord<unknown>, params: { readonly id?: string }): Promise<void> {
  const id = v.safeParse(idText, params.id)
  if (!id.success) throw notFound()
  try {
    // The screen retries; here that would be waited for twice.
    await queryClient.fetchQuery({ ...recordQuery(get, id.output), retry: false })
  } catch (error) {
    if (asAppError(error).code === 'resource.not.found') throw notFound()
    // The screen shows any other failure, with a way to try again.
  }
}
