import { expect, it } from 'vitest'
import { passwordStrength } from './passwordStrength.ts'

it('calls a password of fewer than eight characters too short, not counting spaces around it', () => {
  expect(passwordStrength('')).toBe('tooShort')
  expect(passwordStrength('aB3$xY9')).toBe('tooShort')
  expect(passwordStrength('   aB3$x   ')).toBe('tooShort')
})

it.each(['password', 'P@ssw0rd2026', 'azerty123', 'aaaaaaaaaaaaaaaa', 'abcdefghijklmnop', '123456789012', 'motdepasse1'])(
  'calls %s weak',
  (password) => {
    expect(passwordStrength(password)).toBe('weak')
  },
)

it('calls a password weak if it is made of what others know about its owner', () => {
  expect(passwordStrength('marion.dupuis33')).not.toBe('weak')
  expect(passwordStrength('marion.dupuis33', ['marion.dupuis@example.com'])).toBe('weak')
})

it('rates longer passwords higher', () => {
  expect(passwordStrength('kf82mwqz')).toBe('fair')
  expect(passwordStrength('sept chaises vertes au grenier')).toBe('strong')
  expect(passwordStrength('x9$Kp2!vLq7#')).toBe('strong')
})
