import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** One JSON line each; to the standard output unless there is another destination. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: (error: unknown) => serializeError(withoutParameters(error)) } }
  return destination === undefined ? pino(options) : pino(options, destination)
}

function serializeError(error: unknown): unknown {
  return error instanceof Error ? stdSerializers.err(error) : error
}

/** Drizzle's error contains the query's parameters, such as hashes and names. The driver's error underneath says what went wrong. */
function withoutParameters(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? withoutParameters(error.cause) : error
}
