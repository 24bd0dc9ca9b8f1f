import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'

/** The bytes of a stored proof of purchase, by the id of its file. */
export function proofFile(id: number) {
  const request = { query: { id } }
  return queryOptions({
    queryKey: [...api.file.showFileFromWeb.queryKey, request],
    // A file never changes: another proof has another id.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.file.showFileFromWeb({ ...request, signal })).blob(),
  })
}
