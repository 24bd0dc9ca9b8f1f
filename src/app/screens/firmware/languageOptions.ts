/** The languages that a firmware's form offers. */
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { findListed, withoutRespelt } from '../../kit/listed/listedText.ts'
import type { SearchOption } from '../../ui/search-select.tsx'

/** Languages in their own names, as detectors show them, and their BCP 47 tags. */
const standard = [
  ['Français', 'fr'],
  ['English', 'en'],
  ['Deutsch', 'de'],
  ['Español', 'es'],
  ['Italiano', 'it'],
  ['Nederlands', 'nl'],
  ['Polski', 'pl'],
  ['Português', 'pt'],
  ['Русский', 'ru'],
  ['Türkçe', 'tr'],
  ['Čeština', 'cs'],
  ['Ελληνικά', 'el'],
  ['Magyar', 'hu'],
  ['Română', 'ro'],
  ['Slovenčina', 'sk'],
  ['Suomi', 'fi'],
  ['Svenska', 'sv'],
  ['Українська', 'uk'],
  ['中文', 'zh'],
  ['日本語', 'ja'],
  ['العربية', 'ar'],
] as const

/** Those in use first, in their spelling. Without an answer, the others alone. */
export function useLanguageOptions(): readonly SearchOption[] {
  const { i18n } = useLingui()
  const { data = noLanguages } = useQuery(queryOf(api.firmware.getLanguages))
  return useMemo(() => languageOptions(data, i18n.locale), [data, i18n.locale])
}

const noLanguages: readonly string[] = []

/** Beside each its name in the reader's language, which can be searched too. */
export function languageOptions(inUse: readonly string[], locale: string): SearchOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const listed = standard.map(([value, tag]) => {
    const detail = names.of(tag) ?? ''
    const isSame = findListed([{ value }], detail) !== undefined
    return isSame ? { value, label: value } : { value, label: value, detail }
  })
  return withoutRespelt([...inUse.map((value) => ({ ...findListed(listed, value), value, label: value })), ...listed])
}
