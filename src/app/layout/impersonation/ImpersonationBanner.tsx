import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Eye } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { StoredImpersonation } from '../../api/storedImpersonation.ts'
import { useNow } from '../../browser/useNow.ts'
import { formatTime } from '../../i18n/formatDate.ts'
import { endImpersonation, useImpersonation } from '../../session/impersonation.ts'
import { Button } from '../../ui/button.tsx'

const minuteMs = 60_000

/** In sight as long as an administrator views the portal as a customer: as whom, until when, and the way back. */
export function ImpersonationBanner() {
  const view = useImpersonation()
  return view && <Banner key={view.id} view={view} />
}

function Banner({ view: { customer, endsAt } }: { view: StoredImpersonation }) {
  const { t } = useLingui()
  const now = useNow().getTime()
  const name = customer.tostring

  // Also by the clock, because a timer stands still while the computer sleeps.
  const isOver = now >= endsAt
  useEffect(() => {
    const timer = setTimeout(() => void endImpersonation(), isOver ? 0 : endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [endsAt, isOver])

  // Tells a screen reader where the button has led: it is gone, and the focus with it.
  const banner = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) banner.current?.focus()
  }, [])

  return (
    <aside
      ref={banner}
      tabIndex={-1}
      aria-label={t`View as a customer`}
      className="sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-5 gap-y-1.5 bg-primary px-4 py-2 text-sm text-primary-foreground outline-none forced-colors:border-b"
    >
      <p className="flex min-w-0 items-start gap-2 text-pretty">
        <Eye aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">
          <Trans>You are viewing the portal as {name}. You cannot change anything.</Trans>{' '}
          {/* Screen readers get the end, which stays the same, in place of the minutes. */}
          <span className="sr-only">
            <Trans>This ends at {formatTime(endsAt)}.</Trans>
          </span>
          <span aria-hidden className="whitespace-nowrap opacity-85">
            <Plural
              value={Math.max(0, Math.floor((endsAt - now) / minuteMs))}
              _0="Less than a minute left"
              one="# minute left"
              other="# minutes left"
            />
          </span>
        </span>
      </p>
      <Button variant="secondary" size="sm" onClick={() => void endImpersonation()}>
        <Trans>Stop viewing</Trans>
      </Button>
    </aside>
  )
}
