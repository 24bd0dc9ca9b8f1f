import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../../contract/rules.ts'
import { ContactLink } from '../support/ContactLink.tsx'

/**
 * Shown when `userProduct/getOrCreate` answers 404: the portal has no product of the detector's type, or more than one and does not guess. Also
 * shows a toast (the specification, section 7).
 */
export function UnknownModel() {
  const { t } = useLingui()
  const title = t`Model not recognised`
  useEffect(() => {
    toast.error(title, { id: 'unknownModel', duration: toastErrorMs })
  }, [title])
  return <ContactLink />
}
