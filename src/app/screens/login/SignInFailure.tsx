import { useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import type { AppError } from '../../../errors.ts'
import { useErrorText } from '../../kit/useErrorText.ts'
import { Alert, AlertDescription } from '../../ui/alert.tsx'

/** Section 8: 401 and 403 by their codes, 500 in words of this screen's own. */
export function SignInFailure({ failure }: { failure: AppError }) {
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
      </AlertDescription>
    </Alert>
  )
}
