import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft, Cable } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LoginSession } from '../../contract/authentication.ts'
import { Offline } from '../kit/pages/Offline.tsx'
import { Button } from '../ui/button.tsx'
import { useConfiguration } from '../api/useConfiguration.ts'
import { AccountMenu } from './account/AccountMenu.tsx'
import { Brand } from './Brand.tsx'
import { BrowserBanner } from './banners/BrowserBanner.tsx'
import { BuiltVersion } from './BuiltVersion.tsx'
import { HeaderLink } from './header/HeaderLink.tsx'
import { NewsLink } from './header/NewsLink.tsx'
import { UpdatesBadge } from './header/UpdatesBadge.tsx'
import { ImpersonationBanner } from './impersonation/ImpersonationBanner.tsx'
import { DeletionBanner } from './leaving/DeletionBanner.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { LoadedFirst } from './LoadedFirst.tsx'
import { SkipLink } from './SkipLink.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'
import { TrialAdvert } from './banners/TrialAdvert.tsx'
import { TrialBanner } from './banners/TrialBanner.tsx'

/** One narrow column and, on wide screens, room for a screen's own side column (the tutorial). */
export function CustomerLayout({ session, children }: { session: LoginSession; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <ImpersonationBanner />
      <header className="border-b bg-card">
        <div className="mx-auto flex h-15 max-w-5xl xl:max-w-[87rem] items-center gap-2 px-4 sm:px-6">
          <BackButton />
          <Link to="/productUpdate/index" className="mr-auto min-w-0 rounded-sm">
            {/* A phone has room for the logo alone. */}
            <Brand className="max-sm:[&>span]:sr-only" />
          </Link>
          <HeaderLink to="/productUpdate/index" icon={Cable} label={t`Product updates`} badge={<UpdatesBadge session={session} />} />
          <NewsLink />
          <LanguageSwitch />
          <ThemeToggle />
          <AccountMenu session={session} />
        </div>
      </header>
      <LoadedFirst session={session}>
        <DeletionBanner />
        <BrowserBanner />
        <TrialBanner />
        <TrialAdvert />
        <Offline />
        <main
          id="screen"
          tabIndex={-1}
          className="mx-auto w-full max-w-5xl xl:max-w-[87rem] flex-1 px-4 pt-6 pb-2 outline-none sm:px-6 sm:pt-8 sm:pb-4"
        >
          {children}
        </main>
        <footer className="mx-auto w-full max-w-5xl xl:max-w-[87rem] px-4 pb-1 sm:px-6">
          <BuiltVersion />
        </footer>
      </LoadedFirst>
    </div>
  )
}

/** Back to the previous screen or, from the first one, to the maker's site; hidden if there is neither. */
function BackButton() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const siteUrl = useConfiguration()?.brand.siteUrl
  const content = (
    <>
      <ArrowLeft aria-hidden />
      <span className="max-sm:sr-only">
        <Trans>Back</Trans>
      </span>
    </>
  )
  if (canGoBack) {
    return (
      <Button variant="ghost" size="sm" className="-ml-2 max-sm:px-2" onClick={() => router.history.back()}>
        {content}
      </Button>
    )
  }
  if (!siteUrl) return null
  return (
    <Button variant="ghost" size="sm" className="-ml-2 max-sm:px-2" asChild>
      <a href={siteUrl}>{content}</a>
    </Button>
  )
}
