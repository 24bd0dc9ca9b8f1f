import { Trans } from '@lingui/react/macro'
import { ExternalLink } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useConfiguration } from '../api/useConfiguration.ts'
import { useIsIntercepted } from '../api/useReachability.ts'
import { importWithRetry } from '../browser/lazyModule.ts'
import { Offline } from '../kit/pages/Offline.tsx'
import { useImpersonation } from '../session/impersonation.ts'
import { Backdrop } from './Backdrop.tsx'
import { Brand } from './Brand.tsx'
import { BrowserBanner } from './banners/BrowserBanner.tsx'
import { BuiltVersion } from './BuiltVersion.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

// Guests never see it; a mailed link may be opened during a view as a customer.
const ImpersonationBanner = lazy(async () => ({
  default: (await importWithRetry(() => import('./impersonation/ImpersonationBanner.tsx'))).ImpersonationBanner,
}))

type EntranceProps = {
  title: ReactNode
  /** One sentence about the purpose of the page. */
  introduction?: ReactNode
  children: ReactNode
}

/** The layout for guests: the brand's picture, one narrow column, a link to the maker's site. */
export function Entrance({ title, introduction, children }: EntranceProps) {
  const brand = useConfiguration()?.brand
  const isView = useImpersonation() !== null
  const isIntercepted = useIsIntercepted()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_minmax(30rem,38rem)] lg:grid-rows-1">
      <Backdrop imageUrl={brand?.backgroundUrl ?? null} />
      <div className="flex min-w-0 flex-col">
        {isView && (
          <Suspense>
            <ImpersonationBanner />
          </Suspense>
        )}
        <BrowserBanner />
        {isIntercepted && <Offline />}
        <header className="flex items-center gap-2 px-5 py-4 sm:px-10">
          <Brand className="mr-auto min-w-0" />
          <LanguageSwitch />
          <ThemeToggle />
        </header>
        <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-7 px-5 py-8 sm:px-10">
          <div className="flex flex-col gap-2">
            <h1 className="text-2xl font-semibold sm:text-[1.75rem]">{title}</h1>
            {introduction !== undefined && <p className="text-pretty text-muted-foreground">{introduction}</p>}
          </div>
          {children}
        </main>
        <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-5 text-sm text-muted-foreground sm:px-10">
          {brand?.siteUrl && (
            <a href={brand.siteUrl} className="inline-flex items-center gap-1.5 rounded-sm hover:text-foreground">
              <Trans>Visit the {brand.name} website</Trans>
              <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
          <BuiltVersion className="ml-auto" />
        </footer>
      </div>
    </div>
  )
}
