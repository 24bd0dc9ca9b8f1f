import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { ContactLink } from './ContactLink.tsx'

/**
 * The portal has no product of the type that the detector gives, or several and does not guess: `userProduct/getOrCreate` answers 404, which
 * is a toast too (section 7).
 */
export function UnknownModel({ productTypeId }: { productTypeId: number }) {
  const { t } = useLingui()
  const title = t`The portal does not know this model`
  useEffect(() => {
    toast.error(title, { id: 'unknownModel', duration: toastErrorMs })
  }, [title])

  return (
    <Alert variant="warning">
      <CircleAlert aria-hidden />
      <AlertTitle>{title}</AlertTitle>
      <AlertDescription>
        <p>
          <Trans>
            Your detector works, but the portal cannot tell which product has its type number {productTypeId}. Nothing was changed on it.
            Tell our support this number, and connect the detector again once they have registered the model.
          </Trans>
        </p>
        <div>
          <ContactLink />
        </div>
      </AlertDescription>
    </Alert>
  )
}
