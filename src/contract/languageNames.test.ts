import { expect, it } from 'vitest'
import { isLanguage } from './languageNames.ts'

it.each([
  ['Français', 'fr'],
  ['francais', 'fr'],
  ['French', 'fr'],
  ['fr', 'fr'],
  ['fr-CA', 'fr'],
  ['FR', 'fr-BE'],
  ['English', 'en'],
  ['anglais', 'en'],
  ['Deutsch', 'de'],
  ['German', 'de'],
  ['allemand', 'de'],
])('recognises %s as the language %s', (name, tag) => {
  expect(isLanguage(name, tag)).toBe(true)
})

it.each([
  ['Français', 'en'],
  ['English', 'fr'],
  ['Multi', 'mul-x'],
  ['', 'fr'],
  ['Italiano', 'is'],
  ['whatever', 'no tag at all'],
])('does not mistake %s for the language %s', (name, tag) => {
  expect(isLanguage(name, tag)).toBe(false)
})
