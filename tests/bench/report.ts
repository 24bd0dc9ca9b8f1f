/** Prints one `name: value` line for each measure, remembers which are beyond their limit, and fails the command for them at the end. */
const beyondLimit: string[] = []

export function print(name: string, value: number, atMost = Infinity): void {
  printLine(name, value)
  if (value > atMost) beyondLimit.push(`${name} is over ${atMost}`)
}

export function printAtLeast(name: string, value: number, atLeast: number): void {
  printLine(name, value)
  if (value < atLeast) beyondLimit.push(`${name} is under ${atLeast}`)
}

export function finish(): void {
  for (const line of beyondLimit) console.error(line)
  process.exitCode = beyondLimit.length > 0 ? 1 : 0
}

function printLine(name: string, value: number): void {
  console.log(`${name}: ${Math.round(value * 1000) / 1000}`)
}
