import { type ReactNode, useId } from 'react'
import { AppError, type ErrorCode } from '../../../errors.ts'
import { Label } from '../../ui/label.tsx'
import { useErrorText } from '../failures/useErrorText.ts'

export type FieldControl = { readonly id: string; readonly 'aria-invalid': boolean; readonly 'aria-describedby'?: string }

type FieldProps = {
  label: ReactNode
  help?: ReactNode
  error?: ErrorCode | undefined
  /** Below all of it. */
  question?: ReactNode
  /** Renders the control. Spread the props into it: they connect it with its label, help and error. */
  children: (control: FieldControl) => ReactNode
}

/** A form field: label above, help and error below. */
export function Field({ label, help, error, question, children }: FieldProps) {
  const id = useId()
  const errorText = useErrorText()
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter((part) => part !== false).join(' ')
  return (
    <div className="flex flex-col gap-2">
      <Label htmlFor={id}>{label}</Label>
      {children({ id, 'aria-invalid': error !== undefined, ...(described !== '' && { 'aria-describedby': described }) })}
      {help !== undefined && (
        <div id={`${id}-help`} className="text-sm text-pretty text-muted-foreground">
          {help}
        </div>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-destructive">
          {errorText(new AppError(error))}
        </p>
      )}
      {question}
    </div>
  )
}
