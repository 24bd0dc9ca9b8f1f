import { useId } from 'react'
import { Input } from '../../ui/input.tsx'
import { Label } from '../../ui/label.tsx'
import { CopyButton } from './CopyButton.tsx'

/** A text to copy, which can also be selected by hand. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <div className="flex items-center gap-2">
        <Input id={id} readOnly className="min-w-0 flex-1 font-mono" value={value} onFocus={({ target }) => target.select()} />
        <CopyButton text={value} />
      </div>
    </div>
  )
}
