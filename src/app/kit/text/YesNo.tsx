import { useLingui } from '@lingui/react/macro'
import { Check, X } from 'lucide-react'

/** Yes or no as an icon, with text for screen readers. */
export function YesNo({ value }: { value: boolean }) {
  const { t } = useLingui()
  const Icon = value ? Check : X
  return (
    <>
      <Icon aria-hidden className={value ? 'inline size-4.5 text-success' : 'inline size-4.5 text-muted-foreground'} />
      <span className="sr-only">{value ? t`Yes` : t`No`}</span>
    </>
  )
}
