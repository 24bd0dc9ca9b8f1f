import { describe, expect, it } from 'vitest'
import { type Keys, makeKey, makeKeys, rootOf, signRoot } from '../../../tests/support/releaseKeys.ts'
import { followRoots } from '../../contract/signatures/root.ts'
import { changeRoot, type Changes, lackingSigners, makeNamedKey } from './nextRoot.ts'

const nothing: Changes = { added: undefined, drop: undefined, threshold: undefined, isEnforced: undefined }
const keys: Keys = await makeKeys('2026')
const before = rootOf(keys, 4)
const change = (changes: Partial<Changes>, from = before) => changeRoot(from, { ...nothing, ...changes })

describe('the next root', () => {
  it('has a new key beside the old one, and then without it', () => {
    const added = makeNamedKey(before, 'release', '2027 release')
    const both = change({ added })
    expect(both).toEqual({
      version: 5,
      keys: { ...before.keys, '2027 release': added.publicKey },
      roles: { ...before.roles, release: { keyIds: ['2026 release', '2027 release'], threshold: 1 } },
      isEnforced: true,
    })
    const { roles, keys: left } = change({ drop: '2026 release' }, both)
    expect(roles.release.keyIds).toEqual(['2027 release'])
    expect(Object.keys(left)).toEqual(['2026 root', '2026 catalogue', '2027 release'])
  })

  it('insists or not as it is asked to, else as before', () => {
    expect([true, false, undefined].map((isEnforced) => change({ isEnforced }).isEnforced)).toEqual([true, false, true])
    expect(change({}, rootOf(keys, 1, { isEnforced: false })).isEnforced).toBe(false)
  })

  it('leaves no role without enough keys, and drops none that is not there', () => {
    expect(() => change({ drop: '2026 catalogue' })).toThrow('The role "catalogue" would be left with fewer keys (0) than have to sign (1)')
    expect(() => change({ threshold: 'release=2' })).toThrow('The role "release" would be left with fewer keys (1) than have to sign (2)')
    expect(() => change({ drop: '2025 release' })).toThrow('There is no key "2025 release".')
  })

  it('says of release and root keys how many have to sign; one key signs catalogues', () => {
    const added = makeNamedKey(before, 'release', 'b')
    expect(change({ added, threshold: 'release=2' }).roles.release).toEqual({ keyIds: ['2026 release', 'b'], threshold: 2 })
    expect(() => change({ threshold: 'catalogue=1' })).toThrow('One key signs catalogues')
    for (const threshold of ['release=0', '2']) expect(() => change({ threshold })).toThrow('write it as release=2')
    expect(() => change({ threshold: 'owner=1' })).toThrow('"owner" is no role')
  })

  it('takes no name that is taken, or that is no name of a file', () => {
    expect(() => makeNamedKey(before, 'release', '2026 root')).toThrow('There is a key "2026 root" already')
    for (const name of ['', '../release', 'a/b', 'a\\b', '.hidden', '__proto__', 'a\n', 'x'.repeat(65)])
      expect(() => makeNamedKey(before, 'release', name)).toThrow('is no name for a key')
    expect(makeNamedKey(before, 'root', 'Clé 2-b').kid).toBe('Clé 2-b')
    expect(() => makeNamedKey(before, 'owner', 'a')).toThrow('"owner" is no role. The roles are: root, release, catalogue.')
  })
})

it('says which root keys still have to sign, of the root before and of the next one', async () => {
  const other = await makeKey('b')
  const two = rootOf(keys, 4, { keys: { ...before.keys, b: other.publicKey } })
  const from = { ...two, roles: { ...two.roles, root: { keyIds: ['2026 root', 'b'], threshold: 2 } } }
  const next = change({}, from)
  expect(lackingSigners(from, await signRoot(next, [keys.root]))).toEqual(['b'])
  const complete = await signRoot(next, [keys.root, other])
  expect(lackingSigners(from, complete)).toEqual([])
  expect((await followRoots(from, [complete])).version).toBe(5)
  // The one that goes does not hand over to one that has not signed.
  const handingOver = change(
    { drop: '2026 root' },
    { ...from, roles: { ...from.roles, root: { keyIds: ['2026 root', 'b'], threshold: 1 } } },
  )
  expect(lackingSigners(from, await signRoot(handingOver, [keys.root, other]))).toEqual([])
  expect(
    lackingSigners(
      { ...from, roles: { ...from.roles, root: { ...from.roles.root, threshold: 1 } } },
      await signRoot(handingOver, [keys.root]),
    ),
  ).toEqual(['b'])
})
