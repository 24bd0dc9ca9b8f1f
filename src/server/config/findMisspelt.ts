/** Variables of the environment whose name is nearly that of a setting, so that what they say is not done. Never repeats a value. */
import { settingNames } from './readConfig.ts'

const mistakesMax = 2
/** One mistake for each five characters. `PORT`, `HOST` and `DEMO` allow none: too many other names are near them. */
const charactersPerMistake = 5
/** Read by the build, and near `RELEASE_PROOF`. */
const otherNames = new Set(['RELEASE_ROOT'])

/** A sentence for each. A setting that is given under its own name is meant by nothing else. */
export function findMisspelt(environment: Readonly<Record<string, string | undefined>>): string[] {
  const given = Object.keys(environment).filter((name) => environment[name] !== undefined && environment[name] !== '')
  const missing = settingNames.filter((setting) => !given.includes(setting))
  return given
    .filter((name) => !settingNames.includes(name) && !otherNames.has(name))
    .flatMap((name) => {
      const meant = missing.find((setting) =>
        isWithin(name, setting, Math.min(mistakesMax, Math.floor(setting.length / charactersPerMistake))),
      )
      return meant === undefined ? [] : [`${name} is set, but is no setting: did you mean ${meant}?`]
    })
}

/** Whether so many mistakes make one of the other: a character left out, added or exchanged, or two in the wrong order. */
function isWithin(one: string, other: string, mistakes: number): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [a, b] = [one.slice(at), other.slice(at)]
  if (a === b) return true
  if (mistakes === 0) return false
  const pairs = [[1, 0], [0, 1], [1, 1], ...(a[0] === b[1] && a[1] === b[0] ? [[2, 2]] : [])]
  return pairs.some(([skippedOfOne, skippedOfOther]) => isWithin(a.slice(skippedOfOne), b.slice(skippedOfOther), mistakes - 1))
}
