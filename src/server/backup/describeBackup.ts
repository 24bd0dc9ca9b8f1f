import type { Contents } from './format.ts'

export function countRows({ rows }: Pick<Contents, 'rows'>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}

export function describeSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
