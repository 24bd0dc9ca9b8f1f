import { expect, it } from 'vitest'
import { languageOptions } from './languageOptions.ts'

it('offers the languages in use first, in their spelling, and each language once', () => {
  const options = languageOptions(['francais', 'Gaeilge', 'English'], 'en')
  expect(options.slice(0, 4)).toEqual([
    { value: 'francais', label: 'francais', detail: 'French' },
    { value: 'Gaeilge', label: 'Gaeilge' },
    { value: 'English', label: 'English' },
    { value: 'Deutsch', label: 'Deutsch', detail: 'German' },
  ])
  expect(options).toHaveLength(22)
})

it('names each in the reader’s language, unless it is the same', () => {
  const options = languageOptions([], 'fr')
  expect(options).toHaveLength(21)
  expect(options[0]).toEqual({ value: 'Français', label: 'Français' })
  expect(options[1]).toEqual({ value: 'English', label: 'English', detail: 'anglais' })
})
