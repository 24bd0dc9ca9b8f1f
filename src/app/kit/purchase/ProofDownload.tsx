import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { saveFile } from '../../browser/saveFile.ts'
import { Button } from '../../ui/button.tsx'

type ProofDownloadProps = Pick<ComponentProps<typeof Button>, 'size'> & { content: Blob; name: string }

/** Saves a proof of purchase that is shown already. */
export function ProofDownload({ content, name, size }: ProofDownloadProps) {
  return (
    <Button variant="outline" size={size} onClick={() => saveFile(content, name)}>
      <Download aria-hidden />
      <Trans>Download</Trans>
    </Button>
  )
}
