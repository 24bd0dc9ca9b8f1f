import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../../contract/rules.ts'
import { ContactLink } from '../flow/ContactLink.tsx'

/**
 * The portal has no product of the type that the detector gives, or several and does not guess: `userProduct/getOrCreate` answers 404, which
 * is a toast too (section 7).
 */
export function UnknownModel() {
  const { t } = useLingui()
  const title = t`The portal does not know this model`
  useEffect(() => {
    toast.error(title, { id: 'unknownModel', duration: toastErrorMs })
  }, [title])
  return <ContactLink />
}
