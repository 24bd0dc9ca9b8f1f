import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { type ReactNode, useContext, useId } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Label } from '../../ui/label.tsx'
import { FieldQuestion } from './fieldQuestion.ts'

type CheckboxFieldProps<T extends FieldValues> = {
  control: Control<T>
  name: Path<T>
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
}

/** A checkbox with its label beside it. */
export function CheckboxField<T extends FieldValues>({ control, name, label, help, disabled }: CheckboxFieldProps<T>) {
  const id = useId()
  const {
    field: { value, onChange, ref, ...field },
  } = useController({ control, name })
  const question = useContext(FieldQuestion)(name)
  const described = help === undefined ? {} : { 'aria-describedby': `${id}-help` }
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-3 gap-y-1.5">
      <Checkbox id={id} {...field} ref={ref} checked={value === true} onCheckedChange={onChange} disabled={disabled} {...described} />
      <Label htmlFor={id} className="leading-snug!">
        {label}
      </Label>
      {help !== undefined && (
        <div id={`${id}-help`} className="col-start-2 text-sm text-muted-foreground">
          {help}
        </div>
      )}
      {question !== null && <div className="col-span-2">{question}</div>}
    </div>
  )
}
