import { expect, it, vi } from 'vitest'
import { generatePassword } from './generatePassword.ts'

it('generates nine of the specified characters, and a different password each time [T319]', () => {
  const made = Array.from({ length: 500 }, () => generatePassword())
  for (const password of made) expect(password).toMatch(/^[A-Za-z0-9!@#$%^&*()]{9}$/)
  expect(new Set(made).size).toBe(500)
  // That one of the 72 is missing by chance among 4,500 happens once in 10^25 runs.
  expect(
    Array.from(new Set(made.join('')))
      .toSorted()
      .join(''),
  ).toBe('!#$%&()*0123456789@ABCDEFGHIJKLMNOPQRSTUVWXYZ^abcdefghijklmnopqrstuvwxyz')
})

it('prefers no character: biased bytes are rejected', () => {
  const batches = [Uint8Array.of(255, 216, 0, 72, 144, 71, 143, 215, 1), Uint8Array.of(2, 3, 4, 255, 5, 6, 7, 8, 9)]
  const system = vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.set(batches.shift() ?? [])
    return bytes
  })
  expect(generatePassword()).toBe('AAA)))BCD')
  system.mockRestore()
})
