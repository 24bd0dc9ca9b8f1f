/** `count` in `base`, as one says a rate: "3 in 100". */
export type RateWords = { readonly count: number; readonly base: number }

/**
 * A rate in whole numbers: of 100, or of the next power of ten where rounding would change it by more than a quarter. `rate`: from 0 to 1.
 */
export function rateWords(rate: number, base = 100): RateWords {
  const exact = rate * base
  const count = Math.round(exact)
  return rate === 0 || Math.abs(count - exact) <= exact / 4 ? { count, base } : rateWords(rate, base * 10)
}
