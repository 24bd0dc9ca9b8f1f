import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import { Button } from '../../ui/button.tsx'

type CopyButtonProps = Pick<ComponentProps<typeof Button>, 'size'> & {
  text: string
  /** For screen readers, where several texts can be copied: begins with "Copy". */
  label?: string
}

/** Copies a text, and says so. */
export function CopyButton({ text, label, size }: CopyButtonProps) {
  const { t } = useLingui()
  const [isCopied, setIsCopied] = useState(false)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      toast.error(t`Your browser did not allow copying. Select the text and copy it yourself.`, { duration: toastErrorMs })
    }
  }

  return (
    <Button variant="outline" size={size} onClick={() => void copy()} {...(label !== undefined && !isCopied && { 'aria-label': label })}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
    </Button>
  )
}
