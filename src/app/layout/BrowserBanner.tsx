import { Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { isPhone } from '../browser/isPhone.ts'

const browsers = [
  { name: 'Chrome', url: 'https://www.google.com/chrome/' },
  { name: 'Edge', url: 'https://www.microsoft.com/edge/download' },
  { name: 'Opera', url: 'https://www.opera.com/download' },
] as const

/**
 * Shown if the browser cannot connect to a detector: only Chrome, Edge and Opera have WebHID, and only on secure pages. Not on phones,
 * which have no compatible browser: there the update page asks for a computer.
 */
export function BrowserBanner() {
  if ('hid' in navigator || isPhone(navigator)) return null
  return (
    <div role="note" className="flex items-start justify-center gap-3 border-b border-warning/30 bg-warning/10 px-4 py-2.5 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <p className="text-pretty">
        {isSecureContext ? (
          <>
            <Trans>This browser cannot talk to a detector. To update one, use a compatible browser on a computer:</Trans> <Downloads />
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
