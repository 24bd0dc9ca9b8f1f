/** What every command of `src/server/commands/` reads, says and how it ends. Knows no command. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { messageOf } from './messageOf.ts'

/** A line for the person who started the command. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

type Options = NonNullable<ParseArgsConfig['options']>
type Arguments<T extends Options> = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: T }>>
type Count = { readonly least?: number; readonly most?: number }

/** Parses the command line. Throws `usage` for an unknown option, or where the number of other arguments is not `least` to `most`. */
export function readArguments<const T extends Options>(usage: string, options: T, { least = 0, most = least }: Count = {}): Arguments<T> {
  try {
    // Named, because by default parseArgs would skip one argument too few when the process was started with `node -e` (launch.js).
    const read = parseArgs({ args: process.argv.slice(2), allowPositionals: true, options })
    if (read.positionals.length < least || read.positionals.length > most) throw new Error(usage)
    return read
  } catch (cause) {
    throw new Error(usage, { cause })
  }
}

/** Runs a command. What it throws is a sentence for the standard error, behind `failure` if given, and the exit code is 1. */
export async function runCommand(main: () => Promise<void>, failure?: string): Promise<void> {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${failure === undefined ? '' : `${failure} `}${messageOf(error)}\n`)
    process.exitCode = 1
  }
}
