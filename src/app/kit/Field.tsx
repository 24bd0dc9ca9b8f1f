import { type ReactNode, useId } from 'react'
import type { ErrorCode } from '../../errors.ts'
import { Label } from '../ui/label.tsx'
import { useErrorText } from './useErrorText.ts'
import { AppError } from '../../errors.ts'

export type FieldControl = { readonly id: string; readonly 'aria-invalid': boolean; readonly 'aria-describedby'?: string }

type FieldProps = {
  label: ReactNode
  help?: ReactNode
  error?: ErrorCode | undefined
  /** Draws the control; what it is given ties it to its label, help and error. */
  children: (control: FieldControl) => ReactNode
}

/** A form's field: label above, help and the error beneath. */
export function Field({ label, help, error, children }: FieldProps) {
  const id = useId()
  const errorText = useErrorText()
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter((part) => part !== false).join(' ')
  return (
    <div className="flex flex-col gap-2">
      <Label htmlFor={id}>{label}</Label>
      {children({ id, 'aria-invalid': error !== undefined, ...(described !== '' && { 'aria-describedby': described }) })}
      {help !== undefined && (
        <p id={`${id}-help`} className="text-sm text-muted-foreground">
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-destructive">
          {errorText(new AppError(error))}
        </p>
      )}
    </div>
  )
}
