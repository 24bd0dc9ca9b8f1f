import { useQuery } from '@tanstack/react-query'
import type { CallOptions } from '../../api/createApi.ts'

export type GetRecord<Shown> = (request: { params: { id: number } } & CallOptions) => Promise<Shown>

/** One record as its show and edit screens read it. `idText` is what stands in the address. Fresh each time: a form must not begin from what was true a minute ago. */
export function useRecord<Shown>(word: string, get: GetRecord<Shown>, idText: string) {
  const id = Number(idText)
  return useQuery({ queryKey: [word, 'record', id], queryFn: ({ signal }) => get({ params: { id }, signal }), staleTime: 0 })
}
