import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { CallOptions, Named } from './createApi.ts'

export type PlainCall<Answer> = ((options?: CallOptions) => Promise<Answer>) & Named
export type RequestCall<Request, Answer> = ((request: Request & CallOptions) => Promise<Answer>) & Named

type CallQuery<Answer> = ReturnType<typeof queryOfRequest<object, Answer>>

/** The query of a call. Its key is `[entity, call, request]`, so all queries of an entity begin with `[entity]`. */
export function queryOf<Answer>(call: PlainCall<Answer>): CallQuery<Answer>
export function queryOf<Request extends object, Answer>(call: RequestCall<Request, Answer>, request: Request): CallQuery<Answer>
export function queryOf<Request extends object, Answer>(call: RequestCall<Request, Answer>, request?: Request) {
  return queryOfRequest(call, request)
}

function queryOfRequest<Request extends object, Answer>(call: RequestCall<Request, Answer>, request: Request | undefined) {
  const queryKey: QueryKey = request === undefined ? call.queryKey : [...call.queryKey, request]
  return queryOptions({
    queryKey,
    // A call without a request takes the signal alone, as the overloads above say.
    queryFn: ({ signal }) => call({ ...(request as Request), signal }),
  })
}
