import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { factsOfRequest } from './requestScope.ts'

/** One JSON line each, with the id of the request that it belongs to; to the standard output unless there is another destination. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, mixin: factsOfRequest, serializers: { err: (error: unknown) => serializeError(withoutParameters(error)) } }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** PGlite's errors hold the parameters too, and in `detail` both drivers repeat values of rows. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { params: _params, detail: _detail, ...facts } = stdSerializers.err(error)
  return facts
}

/** Drizzle's error contains the query's parameters, such as hashes and names. The driver's error underneath says what went wrong. */
function withoutParameters(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? withoutParameters(error.cause) : error
}
