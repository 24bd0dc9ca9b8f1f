import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Label } from '../../../ui/label.tsx'

type HardwareFieldProps<T extends FieldValues> = {
  control: Control<T>
  name: FieldPathByValue<T, string[]>
  label: ReactNode
  help: ReactNode
  hardware: ShownRelease['hardware']
}

/** A choice of hardware versions, with how many detectors are known of each. */
export function HardwareField<T extends FieldValues>({ control, name, label, help, hardware }: HardwareFieldProps<T>) {
  const { t } = useLingui()
  const id = useId()
  const {
    field: { value, onChange },
  } = useController({ control, name })
  // `name` is a field with such a value.
  const chosen: readonly string[] = value
  return (
    <fieldset aria-describedby={`${id}-help`} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2.5 text-sm leading-none font-medium">{label}</legend>
      <p id={`${id}-help`} className="text-sm text-pretty text-muted-foreground">
        {help}
      </p>
      <div className="flex flex-col gap-2.5">
        {hardware.map(({ version, detectors }) => (
          <div key={version} className="flex items-center gap-3">
            <Checkbox
              id={`${id}-${version}`}
              checked={chosen.includes(String(version))}
              onCheckedChange={(isOn) => {
                const others = chosen.filter((one) => one !== String(version))
                onChange(isOn === true ? [...others, String(version)] : others)
              }}
            />
            <Label htmlFor={`${id}-${version}`} className="flex flex-1 flex-wrap justify-between gap-x-3">
              <span>{t`Hardware ${version}`}</span>
              <span className="font-normal text-muted-foreground tabular-nums">
                {t`${plural(detectors, { one: '# detector', other: '# detectors' })}`}
              </span>
            </Label>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
