import { Trans } from '@lingui/react/macro'

/** The first tab stop: skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#screen"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-primary px-4 py-2 text-sm font-medium text-primary-foreground focus:translate-y-0"
    >
      <Trans>Skip to content</Trans>
    </a>
  )
}
