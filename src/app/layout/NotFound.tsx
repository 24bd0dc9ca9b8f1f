import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { homeOf } from '../session/access.ts'
import { loginPath } from '../session/screens.ts'
import { usePageTitle } from '../kit/pages/usePageTitle.ts'
import { roleOf, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { Frame } from './Frame.tsx'

/** Shown for an unknown address, in the layout of the signed-in user. */
export function NotFound() {
  const session = useSession()
  if (session === null) {
    return (
      <main className="grid min-h-dvh place-items-center p-6">
        <Message home={loginPath} />
      </main>
    )
  }
  return (
    <Frame session={session}>
      <Message home={homeOf(roleOf(session))} />
    </Frame>
  )
}

function Message({ home }: { home: typeof loginPath | ReturnType<typeof homeOf> }) {
  const { t } = useLingui()
  const title = t`Page not found`
  usePageTitle(title)
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-4 py-16 text-center">
      <Compass aria-hidden className="size-10 text-primary" />
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="text-pretty text-muted-foreground">
        <Trans>There is nothing at this address. The link may be out of date, or the page may not exist yet.</Trans>
      </p>
      <Button asChild>
        <Link to={home}>{home === loginPath ? <Trans>Go to sign-in</Trans> : <Trans>Go to the home page</Trans>}</Link>
      </Button>
    </div>
  )
}
