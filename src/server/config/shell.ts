/** What every command of `src/server/commands/` says and how it ends. Knows no command. */

/** A line for the person who started the command. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Runs a command. What it throws is a sentence for the standard error, and the exit code is 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
