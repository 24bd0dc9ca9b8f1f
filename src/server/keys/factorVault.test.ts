import { describe, expect, it } from 'vitest'
import { appSecretId, createFactorVault } from './factorVault.ts'
import { unwrapKey, wrapKey } from './wrapKey.ts'

const [secret, other] = ['a secret of at least thirty-two letters', 'another secret of at least that many']
const content = new Uint8Array([1, 2, 3, 4, 5])
const id = appSecretId(7)

describe('what a server’s secret protects', () => {
  const vault = createFactorVault(secret)

  it('opens by that secret, under the same id', () => {
    expect(vault.unwrap(id, vault.wrap(id, content))).toEqual(content)
    expect(vault.unwrap(appSecretId(8), vault.wrap(id, content))).toBeUndefined()
    expect(createFactorVault(other).unwrap(id, vault.wrap(id, content))).toBeUndefined()
    expect(createFactorVault(secret).unwrap(id, vault.wrap(id, content))).toEqual(content)
  })

  it('is different each time, so that equal contents do not show', () => {
    expect(vault.wrap(id, content)).not.toBe(vault.wrap(id, content))
  })

  it('does not open where one letter was changed, or half of it is missing', () => {
    const wrapped = vault.wrap(id, content)
    const changed = wrapped.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    for (const bad of [changed, wrapped.slice(0, 20), '']) expect(vault.unwrap(id, bad)).toBeUndefined()
  })

  it('serves one purpose: a factor is no signing key, nor the other way round', () => {
    expect(unwrapKey(secret, id, vault.wrap(id, content))).toBeUndefined()
    expect(vault.unwrap(id, wrapKey(secret, id, content))).toBeUndefined()
    expect(unwrapKey(secret, id, wrapKey(secret, id, content))).toEqual(content)
  })

  it('signs each text in its own way', () => {
    const signatures = [vault.sign('one'), vault.sign('two'), createFactorVault(other).sign('one')].map((bytes) => bytes.toString('hex'))
    expect(new Set(signatures).size).toBe(3)
    expect(createFactorVault(secret).sign('one').toString('hex')).toBe(signatures[0])
  })
})
