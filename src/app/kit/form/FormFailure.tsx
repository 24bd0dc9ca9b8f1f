import { useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import type { AppError } from '../../../errors.ts'
import { Alert, AlertDescription } from '../../ui/alert.tsx'
import { useErrorText } from './useErrorText.ts'

type FormFailureProps = {
  failure: AppError
  /** Where its usual words do not say enough. */
  text?: string
}

/** Above a form: why it could not be sent, where no field of it is at fault. */
export function FormFailure({ failure, text }: FormFailureProps) {
  const { t } = useLingui()
  const errorText = useErrorText()
  return (
    <Alert role="alert" variant="destructive">
      <CircleAlert aria-hidden />
      <AlertDescription>
        <p>{text ?? errorText(failure)}</p>
        {failure.code === 'internal.server.error' && failure.requestId !== undefined && (
          <p className="text-xs break-all text-muted-foreground">{t`Request ${failure.requestId}`}</p>
        )}
      </AlertDescription>
    </Alert>
  )
}
