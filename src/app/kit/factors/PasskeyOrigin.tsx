import { Trans } from '@lingui/react/macro'

/** Where this page is open at another address than the one at which passkeys work. */
export function PasskeyOrigin({ origin }: { origin: string }) {
  return (
    <p className="text-sm text-pretty wrap-anywhere text-muted-foreground">
      <Trans>
        Passkeys work only at{' '}
        <a href={`${origin}/login`} className="rounded-sm underline underline-offset-4 hover:text-foreground">
          {origin}
        </a>
        .
      </Trans>
    </p>
  )
}
