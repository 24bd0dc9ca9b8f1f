import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import { saveResponse } from '../../api/saveResponse.ts'
import { localDay } from '../../i18n/calendarDay.ts'
import { useErrorText } from '../../kit/failures/useErrorText.ts'

/** Downloads codes; a toast says why it failed. */
export function useDownload<Request = void>(send: (request: Request) => Promise<Response>) {
  const errorText = useErrorText()
  const save = useSaveCodes()
  return useMutation({
    mutationFn: async (request: Request) => save(await send(request)),
    meta: { showsItsErrors: true },
    onError: (error) => toast.error(errorText(error), { duration: toastErrorMs }),
  })
}

/** Saves a file of codes, under a name with today's date if the server gives none. */
export function useSaveCodes(): (response: Response) => Promise<void> {
  const { t } = useLingui()
  return (response) => saveResponse(response, `${t`warranty-codes`}-${localDay(new Date())}.xlsx`)
}
