import { useLingui } from '@lingui/react/macro'

/** A language tag ("fr") as a name in the user's language; other names as staff wrote them. */
export function useLanguageText(): (language: string) => string {
  const { i18n } = useLingui()
  return (language) => {
    if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/.test(language)) return language
    try {
      return new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(language) ?? language
    } catch {
      return language
    }
  }
}
