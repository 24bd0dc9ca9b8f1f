/** Asks the server what is unusual about a file beside others, and whether it has been confirmed. Knows no form. */
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import type { UnusualFact } from '../../../../contract/firmwareFile.ts'
import { AppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { type FileLook, lookAtFile } from './lookAtFile.ts'

/** The firmware that a file is chosen for. */
export type FileFor = { readonly versionName: string; readonly selectedProductIds: readonly number[] }

type Comparison = {
  readonly queryKey: QueryKey
  readonly queryFn: (context: QueryFunctionContext) => Promise<UnusualFact[]>
}

/** The question what is unusual beside other firmwares; null while there is nothing to ask about. */
export function comparison({ sizeBytes, sha256 }: FileLook, { versionName, selectedProductIds }: FileFor): Comparison | null {
  const name = versionName.trim()
  if (sha256 === null || name === '') return null
  const query = { sizeBytes, sha256, versionName: name, selectedProductIds: [...selectedProductIds] }
  return {
    queryKey: [...api.firmware.inspectFile.queryKey, query],
    queryFn: ({ signal }) => api.firmware.inspectFile({ query, signal }),
  }
}

type Confirmation = { readonly typedVersion: string; readonly isAskedByServer: boolean }

/**
 * Looks at a file that is about to be sent. Rejects with the field's error if it cannot be a firmware, or looks unusual and the version was
 * not typed. Resolves to what the call has to send for it.
 */
export async function confirmFile(
  queryClient: QueryClient,
  { file, about }: { readonly file: File; readonly about: FileFor },
  { typedVersion, isAskedByServer }: Confirmation,
): Promise<{ readonly typedVersion?: string }> {
  const look = await lookAtFile(file)
  if (look.refusal !== null) throw new AppError(look.refusal, { invalidField: 'file' })
  const facts = await compare(queryClient, look, about)
  if (look.facts.length + facts.length === 0 && !isAskedByServer) return {}
  if (!isSameVersion(typedVersion, about.versionName)) throw new AppError('firmware.file.unusual.error', { invalidField: 'typedVersion' })
  return { typedVersion: typedVersion.trim() }
}

function isSameVersion(typed: string, versionName: string): boolean {
  return typed.trim() === versionName.trim()
}

/** Nothing without an answer: the server checks again. */
async function compare(queryClient: QueryClient, look: FileLook, about: FileFor): Promise<readonly UnusualFact[]> {
  const question = comparison(look, about)
  if (question === null) return []
  return queryClient.fetchQuery({ ...question, retry: false }).catch(() => [])
}
