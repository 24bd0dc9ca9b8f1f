/** The normal quantile of 95 %, both ends together. */
const usual = 1.96

/**
 * Where a true rate lies, with 95 % confidence unless `z` says another quantile: Wilson's score interval, which stays right for few trials and for rates near 0
 * and 1. Rates from 0 to 1; nothing is known without a trial.
 */
export function wilsonInterval(successes: number, trials: number, z = usual): { readonly low: number; readonly high: number } {
  if (trials === 0) return { low: 0, high: 1 }
  const rate = successes / trials
  const weight = 1 + z ** 2 / trials
  const middle = (rate + z ** 2 / (2 * trials)) / weight
  const half = (z * Math.sqrt((rate * (1 - rate)) / trials + z ** 2 / (4 * trials ** 2))) / weight
  return { low: successes === 0 ? 0 : middle - half, high: successes === trials ? 1 : middle + half }
}
