/** A rate from 0 to 1 as people say it: 3 in 100, and below one in a hundred 1 in 200, 1 in 300 and so on. Not 0. */
export function roundRate(rate: number): { readonly part: number; readonly whole: number } {
  if (rate >= 0.01) return { part: Math.round(rate * 100), whole: 100 }
  return { part: 1, whole: Math.round(1 / rate / 100) * 100 }
}
