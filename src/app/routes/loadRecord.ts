import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import * as v from 'valibot'
import { idText } from '../../contract/fields.ts'
import { asAppError } from '../../errors.ts'
import { type GetRecord, recordQuery } from '../kit/record/useRecord.ts'

/** Loads the record of a screen. Throws "not found" for an unknown id, and without a call for an invalid one. */
export async function loadRecord(queryClient: QueryClient, get: GetRecord<unknown>, params: { readonly id?: string }): Promise<void> {
  const id = v.safeParse(idText, params.id)
  if (!id.success) throw notFound()
  try {
    // The screen retries; retrying here too would wait twice.
    await queryClient.fetchQuery({ ...recordQuery(get, id.output), retry: false })
  } catch (error) {
    if (asAppError(error).code === 'resource.not.found') throw notFound()
    // The screen shows any other error, with a retry button.
  }
}
