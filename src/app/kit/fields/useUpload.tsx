import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import type { CallOptions } from '../../api/createApi.ts'
import { uploadFetch } from '../../api/uploadFetch.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'

/** Shows the upload progress of a form, with a button that stops it. Pass `options()` to the call; render `progress`. */
export function useUpload(): { options: () => Pick<CallOptions, 'fetch' | 'signal'>; progress: ReactNode } {
  const { t, i18n } = useLingui()
  const [share, setShare] = useState<number | null>(null)
  const stop = useRef(new AbortController())

  function options() {
    stop.current = new AbortController()
    setShare(0)
    stop.current.signal.addEventListener('abort', () => setShare(null))
    const send = uploadFetch(setShare)
    const fetch: typeof globalThis.fetch = (input, init) => send(input, init).finally(() => setShare(null))
    return { fetch, signal: stop.current.signal }
  }

  const percentage = i18n.number(share ?? 0, { style: 'percent' })
  const progress = share !== null && (
    <div className="flex items-center gap-3 text-sm">
      <Progress aria-label={t`Upload`} value={share * 100} />
      <output className="w-12 shrink-0 text-right">{percentage}</output>
      <Button variant="outline" size="sm" onClick={() => stop.current.abort()}>
        <Trans>Stop</Trans>
      </Button>
    </div>
  )
  return { options, progress }
}
