import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import { saveResponse } from '../../api/saveResponse.ts'
import { useErrorText } from '../failures/useErrorText.ts'

type Download<Request> = {
  readonly send: (request: Request) => Promise<Response>
  /** The file's name if the server gives none. */
  readonly filename: (request: Request) => string
  readonly onSaved?: () => void
}

/** Saves files that calls answer with; a toast says why one failed. */
export function useDownload<Request = void>({ send, filename, onSaved }: Download<Request>) {
  const errorText = useErrorText()
  return useMutation({
    mutationFn: async (request: Request) => saveResponse(await send(request), filename(request)),
    meta: { showsItsErrors: true },
    onSuccess: () => onSaved?.(),
    onError: (error) => toast.error(errorText(error), { duration: toastErrorMs }),
  })
}
