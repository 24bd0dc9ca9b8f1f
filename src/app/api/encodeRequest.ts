/** Encodes the parts of a call as an HTTP request, by the rules of contract/endpoint.ts. Knows neither network nor tokens. */
import type * as v from 'valibot'
import type { Endpoint, Parts } from '../../contract/endpoint.ts'

export type EncodedRequest = {
  /** Relative to the base path, with parameters filled in. */
  readonly path: string
  readonly searchParams?: URLSearchParams
  readonly json?: unknown
  readonly body?: URLSearchParams | FormData
}

export function encodeRequest(endpoint: Endpoint, { params, query, body }: Partial<Parts<Endpoint>>): EncodedRequest {
  return {
    path: fillPath(endpoint.path, params ?? {}),
    ...(query && { searchParams: fillForm(new URLSearchParams(), query) }),
    ...encodeBody(endpoint, body ?? {}),
  }
}

function encodeBody(endpoint: Endpoint, body: Record<string, unknown>): Pick<EncodedRequest, 'json' | 'body'> {
  switch (endpoint.body) {
    case 'none':
      return {}
    case 'json':
      return { json: body }
    case 'form':
      return { body: fillForm(new URLSearchParams(), body, endpoint.request) }
    case 'multipart':
      return { body: fillForm(new FormData(), body, endpoint.request) }
  }
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function fillForm<F extends URLSearchParams | FormData>(form: F, values: Record<string, unknown>, schema?: v.GenericSchema): F {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    const isRepeated = Array.isArray(value) && !isJsonField(schema, name)
    for (const item of isRepeated ? value : [value]) append(form, name, item)
  }
  return form
}

function append(form: URLSearchParams | FormData, name: string, value: unknown): void {
  if (value instanceof Blob && form instanceof FormData) form.append(name, value)
  else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Whether the server parses this field as JSON. The schema decides: an empty list looks the same either way. */
function isJsonField(schema: v.GenericSchema | undefined, name: string): boolean {
  if (schema === undefined || !('entries' in schema)) return false
  // An object schema has its fields under `entries`; a piped field has its actions under `pipe`.
  const field = (schema.entries as Record<string, { pipe?: readonly { type: string }[] } | undefined>)[name]
  return field?.pipe?.some(({ type }) => type === 'parse_json') ?? false
}
