/**
 * Which version is newer: the one order of lists, offers, requirements, notes and halting. Each version has a key, and keys are compared by
 * their bytes; the database stores them beside the names (server/db/versionKeys.ts). Knows no SQL and no page.
 *
 * A version is numbers with points, then what is newer than they are (a letter, a word, a number), then what precedes it, as in Semantic
 * Versioning: 5.2-beta2 < 5.2-beta10 < 5.2-rc1 < 5.2 < 5.2a < 5.2b < 5.2.1 < 5.10. Two versions are the same that differ in
 * case, leading zeros, a last ".0", leading words ("Version", "FW"), words such as "final", hyphens between numbers alone, and what follows a "+".
 */

import { foldText } from './foldText.ts'

/** Skipped before the numbers. */
const leadingWord = /^(?:version|vers|ver|v|firmware|fw|revision|rev|release|rel|r)[\s._:-]*(?=\d|[a-z])/
/** Newer than the numbers, with a number or without, each by its one name. "p" and "r" only with a number, or they are letters. */
const newerWords: Readonly<Record<string, string>> = {
  ...namesOf(['bis', 'build', 'fix', 'hotfix', 'patch', 'post', 'revision', 'sp', 'update']),
  hf: 'hotfix',
  rev: 'revision',
}
const newerBeforeNumbers: Readonly<Record<string, string>> = { ...newerWords, p: 'patch', r: 'revision' }
/** After the version itself: "5.2 ter" is the third. */
const ordinals: Readonly<Record<string, number>> = { bis: 2, ter: 3, quater: 4 }
/** Older than the numbers. Others are so only behind a hyphen. */
const olderWords = new Set(['alpha', 'beta', 'dev', 'nightly', 'pre', 'preview', 'prerelease', 'rc', 'snapshot', 'test'])
const olderBeforeNumbers: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta' }
/** The version itself. */
const sameWords = new Set(['final', 'ga', 'release', 'stable'])

function namesOf(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word, word]))
}

/** `before`: what stands between it and the one before it. */
type Token = { readonly text: string; readonly before: string }

/** What is newer than the numbers: its kind, and numbers that count within the kind. */
type Addition = { readonly kind: string; readonly numbers: readonly string[] }

type Parts = {
  /** Without leading zeros; the last is not zero. */
  readonly numbers: readonly string[]
  readonly additions: readonly Addition[]
  /** Words and numbers of what precedes it; empty if nothing does. */
  readonly preceding: readonly string[]
}

/** Lists compare the same few versions again and again. */
const knownParts = new Map<string, Parts | null>()
const knownMax = 1_000

/** Null where it cannot be ordered. */
function partsOf(version: string): Parts | null {
  const known = knownParts.get(version)
  if (known !== undefined) return known
  const parts = readParts(version)
  if (knownParts.size === knownMax) knownParts.clear()
  knownParts.set(version, parts)
  return parts
}

function readParts(version: string): Parts | null {
  const tokens = tokensOf(version)
  if (tokens === null) return null
  const [first] = tokens
  if (first === undefined || !isNumber(first.text)) return null
  const separator = separatorOf(tokens)
  let at = tokens.findIndex(({ text, before }, index) => index > 0 && !(isNumber(text) && before.includes(separator)))
  if (at === -1) at = tokens.length
  const numbers = withoutLastZeros(tokens.slice(0, at).map(({ text }) => text))
  const additions: Addition[] = []
  while (at < tokens.length) {
    const read = readAddition(tokens.slice(at))
    if (read === null) {
      const preceding = readPreceding(tokens.slice(at))
      return preceding === null ? null : { numbers, additions, preceding }
    }
    if (read.addition !== null) additions.push(read.addition)
    at += read.length
  }
  return { numbers, additions, preceding: [] }
}

/** Hyphens are points where there are none: "5-3", "2024-12-01". */
function separatorOf(tokens: readonly Token[]): '.' | '-' {
  const end = tokens.findIndex(({ text }) => !isNumber(text))
  const joined = tokens.slice(1, end === -1 ? tokens.length : end)
  return joined.some(({ before }) => before.includes('.')) ? '.' : '-'
}

/** Numbers and words; null where something else stands between them. */
function tokensOf(version: string): Token[] | null {
  // Raised and circled digits would join the others.
  if (/\p{No}/u.test(version)) return null
  let rest = foldText(version.normalize('NFKC'))
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(',', '.')
    .replace(/\+.*$/s, '')
    .trim()
  for (let shorter = rest.replace(leadingWord, ''); shorter !== rest; shorter = rest.replace(leadingWord, '')) rest = shorter
  const tokens: Token[] = []
  for (const [whole, before = '', text = ''] of rest.matchAll(/([\s._~()[\]:-]*)(\d+|[a-z]+|$)/gy)) {
    if (text !== '') tokens.push({ text: isNumber(text) ? text.replace(/^0+(?=\d)/, '') : text, before })
    rest = rest.slice(whole.length)
  }
  return rest === '' ? tokens : null
}

function isNumber(text: string): boolean {
  return /^\d/.test(text)
}

function withoutLastZeros(numbers: readonly string[]): string[] {
  return numbers.slice(0, numbers.findLastIndex((number) => number !== '0') + 1)
}

/** Null where what comes is no addition. `addition` is null for words such as "final". `length`: how many tokens it is. */
function readAddition(tokens: readonly Token[]): { addition: Addition | null; length: number } | null {
  const [first, second] = tokens
  if (first === undefined) return null
  const { text, before } = first
  const added = (kind: string, known: readonly string[], read: readonly string[]) => ({
    addition: { kind, numbers: withoutLastZeros([...known, ...read]) },
    length: (isNumber(text) ? 0 : 1) + read.length,
  })
  if (isNumber(text)) return added('#', [], numbersOf(tokens))
  if (sameWords.has(text)) return { addition: null, length: 1 }
  const ordinal = ordinals[text]
  if (ordinal !== undefined) return added('bis', [String(ordinal)], [])
  const isNumbered = second !== undefined && isNumber(second.text)
  const word = (isNumbered ? newerBeforeNumbers : newerWords)[text]
  if (word !== undefined) return added(word, [], numbersOf(tokens.slice(1)))
  // "5.2b1" and "5.2-b.1" precede 5.2; "5.2b", "5.2b.1" and "5.2b-1" follow it.
  if (text.length > 1 || (isNumbered && (second.before === '' || before.includes('-')))) return null
  return added('a', [letterNumber(text)], second?.before === '.' ? numbersOf(tokens.slice(1)) : [])
}

/** The numbers that it begins with, as far as points join them. */
function numbersOf(tokens: readonly Token[]): string[] {
  const end = tokens.findIndex(({ text, before }, index) => !isNumber(text) || (index > 0 && before !== '.'))
  return (end === -1 ? tokens : tokens.slice(0, end)).map(({ text }) => text)
}

/** 1 for a, 26 for z. */
function letterNumber(letter: string): string {
  return String(letter.charCodeAt(0) - 96)
}

/** Null where its first word is not known to precede a version. */
function readPreceding(tokens: readonly Token[]): string[] | null {
  const [first, second] = tokens
  if (first === undefined) return null
  const { text, before } = first
  const isNumbered = second !== undefined && isNumber(second.text)
  const short = isNumbered ? olderBeforeNumbers[text] : undefined
  const isKnown = olderWords.has(text) || short !== undefined || (text.length === 1 && isNumbered)
  if (!isKnown && !before.includes('-')) return null
  const further = tokens.slice(1).map((token) => token.text)
  return [short ?? text, ...further]
}

/**
 * ASCII text: of two versions, the newer one has the greater key by its bytes. A version that cannot be ordered has a key that is less than all
 * of those that can.
 */
export function versionKey(version: string): string {
  const parts = partsOf(version)
  if (parts === null) return ` ${encodeURIComponent(foldText(version).toWellFormed())}`
  const { numbers, additions, preceding } = parts
  const added = additions.map(({ kind, numbers: its }) => `$${kind}${its.map((each) => `.${sizedNumber(each)}`).join('')}`)
  const last =
    preceding.length === 0 ? '#' : `!${preceding.map((each) => (isNumber(each) ? `.${sizedNumber(each)}` : `/${each}`)).join('')}`
  // What ends here ("#") stands between what precedes it ("!") and what follows it: additions ("$"), further numbers (".").
  return `v${numbers.map((each) => `.${sizedNumber(each)}`).join('')}${added.join('')}${last}`
}

/** Its length before it, so that the bytes are in the order of the values. */
function sizedNumber(digits: string): string {
  return `${String(digits.length).padStart(4, '0')}${digits}`
}

/** Whether it can be said of it what is newer. What cannot be ordered is offered to nobody, and nothing is offered to who has it. */
export function isOrdered(version: string): boolean {
  return partsOf(version) !== null
}

/** Versions that cannot be ordered are older than all others, and the same only if their names are. */
export function compareVersions(left: string, right: string): 'older' | 'same' | 'newer' {
  const [leftKey, rightKey] = [versionKey(left), versionKey(right)]
  if (leftKey === rightKey) return 'same'
  return leftKey < rightKey ? 'older' : 'newer'
}

/** For `toSorted`: newest first. */
export function newestFirst<T extends { readonly versionName: string }>(one: T, other: T): number {
  const relation = compareVersions(one.versionName, other.versionName)
  return relation === 'same' ? 0 : relation === 'newer' ? -1 : 1
}

/** Whether an installed version is one that is needed, or newer. Nothing is, and nothing is enough, that cannot be ordered. */
export function isAtLeast(installed: string, needed: string): boolean {
  return isOrdered(installed) && isOrdered(needed) && compareVersions(installed, needed) !== 'older'
}

/** Whether it is newer than what is installed. Nothing that cannot be ordered is, and nothing is newer than that. */
export function isUpgrade(installed: string, offered: string): boolean {
  return isOrdered(installed) && isOrdered(offered) && compareVersions(offered, installed) === 'newer'
}

/**
 * Whether both follow the same version in two ways, as "5.2a" and "5.2 bis" follow 5.2: nobody can tell which of them is newer, so a maker keeps
 * to one.
 */
export function areMixed(left: string, right: string): boolean {
  const [one, other] = [partsOf(left), partsOf(right)]
  if (one === null || other === null || one.numbers.join('.') !== other.numbers.join('.')) return false
  const at = one.additions.findIndex((addition, index) => !isSameAddition(addition, other.additions[index]))
  const [mine, its] = [one.additions[at], other.additions[at]]
  return mine !== undefined && its !== undefined && mine.kind !== its.kind
}

function isSameAddition({ kind, numbers }: Addition, other: Addition | undefined): boolean {
  return other !== undefined && other.kind === kind && other.numbers.join('.') === numbers.join('.')
}
