import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newsImageTypes } from '../../../../contract/news.ts'
import { Field } from '../../../kit/fields/Field.tsx'
import { FileDrop } from '../../../kit/fields/FileDrop.tsx'
import { Input } from '../../../ui/input.tsx'
import { Panel } from './Panel.tsx'

type ImagePanelProps = {
  /** The description of the selected image; null to insert a new one. */
  alt: string | null
  onDescribe: (alt: string) => void
  /** Resolves to false if it failed and the user was told. */
  onInsert: (file: File, alt: string) => Promise<boolean>
  onClose: () => void
}

export function ImagePanel({ alt, onDescribe, onInsert, onClose }: ImagePanelProps) {
  const { t } = useLingui()
  const [file, setFile] = useState<File>()
  const [typed, setTyped] = useState(alt ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isNew = alt === null

  async function apply() {
    if (!isNew) return onDescribe(typed.trim())
    if (file === undefined) return setIsMissing(true)
    setIsBusy(true)
    const isInserted = await onInsert(file, typed.trim())
    setIsBusy(false)
    if (isInserted) onClose()
  }
  return (
    <Panel
      label={t`Image`}
      onApply={() => void apply()}
      {...(isNew && { applyLabel: <Trans>Insert</Trans> })}
      isBusy={isBusy}
      onClose={onClose}
    >
      {isNew && (
        <Field label={<Trans>Image file</Trans>} help={t`PNG, JPEG or WebP.`} error={isMissing && !file ? 'MandatoryField' : undefined}>
          {(controlProps) => <FileDrop {...controlProps} accept={newsImageTypes.join()} filename={file?.name} onChange={setFile} />}
        </Field>
      )}
      <Field label={<Trans>Description</Trans>} help={t`For readers who cannot see the image.`}>
        {(controlProps) => <Input {...controlProps} value={typed} onChange={({ target }) => setTyped(target.value)} />}
      </Field>
    </Panel>
  )
}
