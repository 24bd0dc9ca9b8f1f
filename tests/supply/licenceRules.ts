/** Which licences a package may have, and why. Knows packages by name where a licence is fine for them alone. */
import type { LockedPackage } from './lockedPackages.ts'

/** They ask for no more than that their text is kept, so they may be in anything. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
])

/** Licences that ask for more, each with the packages for which that is no matter. */
const exceptions: readonly { readonly license: string; readonly names: RegExp; readonly why: string }[] = [
  {
    license: 'LGPL-3.0-or-later',
    names: /^@img\/sharp-/,
    why: 'libvips, unmodified, a library file of its own that Node.js loads: anyone can exchange it. Its licence must be passed on with it.',
  },
  {
    license: 'MPL-2.0',
    names: /^(?:axe-core|@axe-core\/playwright|lightningcss(?:-.+)?)$/,
    why: 'tools of the build and of tests, unmodified; no file of theirs is in what is built.',
  },
  { license: 'OFL-1.1', names: /^@(?:fontsource-variable|expo-google-fonts)\//, why: 'a font, unmodified and not sold by itself.' },
  { license: 'CC-BY-4.0', names: /^caniuse-lite$/, why: 'data that the build reads; none of it is in what is built.' },
]

/** Reads `A`, `A AND B`, `A OR B`, in brackets or not. What mixes both is not understood, and so not allowed. */
export function isAllowed({ name, license }: Pick<LockedPackage, 'name' | 'license'>): boolean {
  if (license === undefined) return false
  const expression = license.replace(/^\((.*)\)$/, '$1')
  if (expression.includes('(')) return false
  const isPartAllowed = (part: string) =>
    allowed.has(part) || exceptions.some((exception) => exception.license === part && exception.names.test(name))
  const alternatives = expression.split(' OR ')
  if (alternatives.length > 1 && expression.includes(' AND ')) return false
  return alternatives.some((alternative) => alternative.split(' AND ').every(isPartAllowed))
}

/** For the report: why `license` is fine for this package, where a reason is needed. */
export function exceptionOf({ name, license = '' }: Pick<LockedPackage, 'name' | 'license'>): string | undefined {
  return exceptions.find((exception) => license.includes(exception.license) && exception.names.test(name))?.why
}
