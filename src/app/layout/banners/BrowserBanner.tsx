import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { isNamedBrowser } from '../../browser/isNamedBrowser.ts'
import { isPhone } from '../../browser/isPhone.ts'

const browsers = [
  { name: 'Chrome', url: 'https://www.google.com/chrome/' },
  { name: 'Edge', url: 'https://www.microsoft.com/edge/download' },
  { name: 'Opera', url: 'https://www.opera.com/download' },
] as const

/**
 * Shown unless the browser is Chrome, Edge or Opera (the specification, section 1), which have WebHID on computers and secure pages. On their
 * phone versions the update page asks for a computer.
 */
export function BrowserBanner() {
  const hasDetectors = 'hid' in navigator || isPhone(navigator)
  if (isNamedBrowser(navigator) && hasDetectors) return null
  return (
    <div role="note" className="flex items-start justify-center gap-3 border-b border-warning/30 bg-warning/10 px-4 py-2.5 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <p className="text-pretty">
        {isSecureContext || !isNamedBrowser(navigator) ? (
          <>
            <Trans>To update a detector, use a compatible browser on a computer:</Trans> <Downloads />
          </>
        ) : (
          <Trans>
            This page cannot talk to a detector because its address does not begin with https. Please contact the site’s administrator.
          </Trans>
        )}
      </p>
    </div>
  )
}

function Downloads() {
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {browsers.map(({ name, url }) => (
        <a key={name} href={url} target="_blank" rel="noreferrer" className="font-medium text-primary underline underline-offset-2">
          {name}
        </a>
      ))}
    </span>
  )
}
