import { useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import type { AppError } from '../../../errors.ts'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { Alert, AlertDescription } from '../../ui/alert.tsx'
import { ResendMail } from './ResendMail.tsx'

/**
 * The specification, section 8: 401 and 403 by their codes, 500 with this screen's own text. Offers another mail if the account is not
 * validated.
 */
export function SignInFailure({ failure, username }: { failure: AppError; username: string }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const isServerFailure = failure.code === 'internal.server.error'
  return (
    <Alert role="alert" variant="destructive">
      <CircleAlert aria-hidden />
      <AlertDescription>
        <p>{isServerFailure ? t`An error occurred during, please try again.` : errorText(failure)}</p>
        {isServerFailure && failure.requestId !== undefined && (
          <p className="text-xs break-all text-muted-foreground">{t`Request ${failure.requestId}`}</p>
        )}
        {failure.code === 'account.not.validated.error' && (
          <ResendMail key={username} username={username} variant="link" size="inline" className="self-start" />
        )}
      </AlertDescription>
    </Alert>
  )
}
