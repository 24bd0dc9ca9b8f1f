import { Trans } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'

/** Copies the address of this page, to open it on a computer. */
export function CopyLink() {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(location.origin + location.pathname)
    setCopied(true)
  }
  return (
    <Button data-step-button size="lg" className="w-full sm:w-fit" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {isCopied ? <Trans>Link copied</Trans> : <Trans>Copy the link</Trans>}
    </Button>
  )
}
