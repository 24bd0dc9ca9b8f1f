import { expect, it } from 'vitest'
import { findListed, listFor, withoutRespelt } from './listedText.ts'

const option = (value: string, detail?: string) => ({ value, label: value, ...(detail !== undefined && { detail }) })
const languages = [option('English'), option('Français', 'French'), option('Português', 'Portuguese'), option('中文', 'Chinese')]
const values = (options: readonly { readonly value: string }[]) => options.map(({ value }) => value)

it.each(['english', ' ENGLISH ', 'Énglish', 'Eng lish'])('%j means the one that is listed', (text) => {
  expect(findListed(languages, text)?.value).toBe('English')
})

it.each(['', 'Englisch', 'en'])('%j means none that is listed', (text) => {
  expect(findListed(languages, text)).toBeUndefined()
})

it('leaves out what only respells an earlier one', () => {
  expect(values(withoutRespelt(['francais', 'English', 'Français', 'english', 'Deutsch'].map((text) => option(text))))).toEqual([
    'francais',
    'English',
    'Deutsch',
  ])
})

it('offers everything until something is typed', () => {
  expect(listFor(languages, ' ')).toEqual({ offered: languages, isNew: false })
})

it('offers what begins with the typed text first, in either language, and the new text beside it', () => {
  expect(values(listFor(languages, 'port').offered)).toEqual(['Português'])
  expect(values(listFor(languages, 'chin').offered)).toEqual(['中文'])
  expect(values(listFor(languages, 'n').offered)).toEqual(['English', 'Français', '中文'])
  expect(listFor(languages, 'port').isNew).toBe(true)
  expect(listFor(languages, 'Gaeilge')).toEqual({ offered: [], isNew: true })
})

it('offers no other spelling of a listed one', () => {
  expect(listFor(languages, 'francais')).toEqual({ offered: [languages[1]], isNew: false })
  expect(listFor(languages, 'fran çais')).toEqual({ offered: [languages[1]], isNew: false })
})
