import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type Control, useController } from 'react-hook-form'
import { useEffect, useState } from 'react'
import { newsThumbnailTypes } from '../../../contract/news.ts'
import { FileDrop } from '../../kit/fields/FileDrop.tsx'
import { FormField } from '../../kit/fields/FormField.tsx'
import { Button } from '../../ui/button.tsx'
import { Thumbnail } from './Article.tsx'
import type { NewsValues } from './newsValues.ts'

type ThumbnailFieldProps = {
  control: Control<NewsValues>
  label: string
  /** The address of the stored thumbnail. */
  stored: string | null
}

/** Shows the chosen thumbnail cropped, as lists and readers see it. */
export function ThumbnailField({ control, label, stored }: ThumbnailFieldProps) {
  const { t } = useLingui()
  const { field: removal } = useController({ control, name: 'removeThumbnail' })
  const { field: chosen } = useController({ control, name: 'thumbnail' })
  const chosenAddress = useFileAddress(chosen.value)
  const shown = chosenAddress ?? (removal.value ? null : stored)
  return (
    <div className="flex flex-col gap-3">
      <FormField control={control} name="thumbnail" label={label} help={t`PNG or JPEG, up to 1 MB. Shown cropped to 3:2.`}>
        {(controlProps, { value, onChange, ...field }) => (
          <FileDrop
            {...controlProps}
            {...field}
            accept={['.png', '.jpg', '.jpeg', ...newsThumbnailTypes].join()}
            filename={value instanceof File ? value.name : undefined}
            onChange={(file) => {
              onChange(file)
              removal.onChange(false)
            }}
          />
        )}
      </FormField>
      {shown !== null && (
        <div className="flex flex-wrap items-end gap-3">
          <Thumbnail src={shown} />
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              chosen.onChange(undefined)
              removal.onChange(stored !== null && chosen.value === undefined)
            }}
          >
            <X aria-hidden />
            <Trans>Remove</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

/** A blob address of a file, as long as it is used; null without one. */
export function useFileAddress(file: File | undefined): string | null {
  const [shown, setShown] = useState<{ readonly file: File; readonly address: string } | null>(null)
  useEffect(() => {
    if (file === undefined) return undefined
    const address = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the address is the browser's, and is given up by the same effect
    setShown({ file, address })
    return () => URL.revokeObjectURL(address)
  }, [file])
  return shown !== null && shown.file === file ? shown.address : null
}
