import { useLingui } from '@lingui/react/macro'
import { type Locale, locales } from '../../contract/rules.ts'
import { queryClient } from '../api/queryClient.ts'
import { chooseLanguage } from '../session/session.ts'
import { cn } from '../ui/cn.ts'

/** Each language in its own language, for those who do not read the current one, with what the button shows. */
const names: Readonly<Record<Locale, string>> = { fr: 'FR, Français', en: 'EN, English' }

/** FR|EN. Stored in this browser and, for mails, on the server if somebody is signed in as themselves. */
export function LanguageSwitch() {
  const { t, i18n } = useLingui()

  return (
    <fieldset aria-label={t`Language`} className="flex items-center rounded-md border bg-card p-0.5">
      {locales.toReversed().map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-label={names[locale]}
          aria-pressed={i18n.locale === locale}
          onClick={() => void choose(locale)}
          className={cn(
            'h-7 rounded-sm px-2 text-xs font-medium text-muted-foreground hover:text-foreground',
            'aria-pressed:bg-accent aria-pressed:text-accent-foreground',
          )}
        >
          {locale.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}

async function choose(locale: Locale) {
  await chooseLanguage(locale)
  // The server sorts some lists by names in the reader's language.
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [, call] }) => call === 'getB122TableResults' })
}
