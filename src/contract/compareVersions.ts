/** Compares versions by their numbers: "5.10" is newer than "5.9", and "5.2" equals "5.2.0". */
export function compareVersions(left: string, right: string): 'older' | 'same' | 'newer' {
  const [leftParts, rightParts] = [parts(left), parts(right)]
  for (let index = 0; index < Math.max(leftParts.length, rightParts.length); index += 1) {
    const order = comparePart(leftParts[index] ?? 0, rightParts[index] ?? 0)
    if (order !== 0) return order < 0 ? 'older' : 'newer'
  }
  return 'same'
}

type Part = number | string

function parts(version: string): Part[] {
  return (version.toLowerCase().match(/\d+|[a-z]+/g) ?? [])
    .filter((part) => part !== 'v')
    .map((part) => (/\d/.test(part) ? Number(part) : part))
}

/** Letters mark a pre-release: "5.2-beta" is older than "5.2". */
function comparePart(left: Part, right: Part): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right)
  return typeof left === 'string' ? -1 : 1
}
