import { useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AppError } from '../../../errors.ts'
import { Alert, AlertDescription } from '../../ui/alert.tsx'
import { useErrorText } from './useErrorText.ts'

type FormFailureProps = {
  failure: AppError
  /** Replaces the error's own text. */
  text?: string
  /** What to do about it. */
  children?: ReactNode
}

/** Above a form, or in its place: an error that belongs to no field. */
export function FormFailure({ failure, text, children }: FormFailureProps) {
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
        {children}
      </AlertDescription>
    </Alert>
  )
}
