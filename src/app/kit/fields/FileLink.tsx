import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import { api } from '../../api/api.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../failures/useErrorText.ts'

/** Downloads a file with a call instead of a link, because only a call carries the access token. */
export function FileLink({ file: { id, filename } }: { file: { readonly id: number; readonly filename: string } }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const username = useSession()?.username
  const fetching = useMutation({
    mutationFn: async () => {
      const response = await api.file.showFileFromWeb({ query: { id, ...(username !== undefined && { username }) } })
      saveFile(await response.blob(), filename)
    },
    onError: (error) => toast.error(errorText(error), { duration: toastErrorMs }),
  })
  return (
    <Button
      variant="link"
      size="inline"
      className="max-w-full"
      aria-label={t`Download ${filename}`}
      isBusy={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {!fetching.isPending && <Download aria-hidden />}
      <span className="truncate">{filename}</span>
    </Button>
  )
}
