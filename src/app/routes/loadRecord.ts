import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import * as v from 'valibot'
import { idText } from '../../contract/fields.ts'
import { AppError, asAppError } from '../../errors.ts'
import { type GetRecord, recordQuery } from '../kit/record/useRecord.ts'

/** What a failure to load throws; undefined if the screen itself shows it, with a retry button. */
export type LoadFailure = (error: AppError) => unknown

const notFoundIfMissing: LoadFailure = ({ code }) => (code === 'resource.not.found' ? notFound() : undefined)

/** Loads the record of a screen. An invalid id fails like an unknown one, without a call. By default throws "not found" for both. */
export async function loadRecord(
  queryClient: QueryClient,
  get: GetRecord<unknown>,
  params: { readonly id?: string },
  failure = notFoundIfMissing,
): Promise<void> {
  try {
    const id = v.safeParse(idText, params.id)
    if (!id.success) throw new AppError('resource.not.found')
    // The screen retries; retrying here too would wait twice.
    await queryClient.fetchQuery({ ...recordQuery(get, id.output), retry: false })
  } catch (error) {
    const thrown = failure(asAppError(error))
    if (thrown !== undefined) throw thrown
  }
}
