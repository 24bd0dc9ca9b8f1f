import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink } from 'lucide-react'
import { usePageTitle } from '../../kit/usePageTitle.ts'
import { Brand } from '../../layout/Brand.tsx'
import { BrowserBanner } from '../../layout/BrowserBanner.tsx'
import { LanguageSwitch } from '../../layout/LanguageSwitch.tsx'
import { ThemeToggle } from '../../layout/ThemeToggle.tsx'
import { useConfiguration } from '../../useConfiguration.ts'
import { Backdrop } from './Backdrop.tsx'
import { SignInForm } from './SignInForm.tsx'

export function LoginScreen() {
  const { t } = useLingui()
  const brand = useConfiguration()?.brand
  usePageTitle(t`Sign in`)
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_minmax(30rem,38rem)] lg:grid-rows-1">
      <Backdrop imageUrl={brand?.backgroundUrl ?? null} />
      <div className="flex min-w-0 flex-col">
        <BrowserBanner />
        <header className="flex items-center gap-2 px-5 py-4 sm:px-10">
          <Brand className="mr-auto min-w-0" />
          <LanguageSwitch />
          <ThemeToggle />
        </header>
        <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-7 px-5 py-8 sm:px-10">
          <div className="flex flex-col gap-2">
            <h1 className="text-2xl font-semibold sm:text-[1.75rem]">
              <Trans>Sign in</Trans>
            </h1>
            <p className="text-pretty text-muted-foreground">
              <Trans>Update your detector and find everything about it in one place.</Trans>
            </p>
          </div>
          <SignInForm />
        </main>
        <footer className="px-5 py-5 text-sm text-muted-foreground sm:px-10">
          {brand?.siteUrl && (
            <a href={brand.siteUrl} className="inline-flex items-center gap-1.5 rounded-sm hover:text-foreground">
              <Trans>Visit the {brand.name} site</Trans>
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
        </footer>
      </div>
    </div>
  )
}
