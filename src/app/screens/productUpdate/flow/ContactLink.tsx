import { Trans } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { useConfiguration } from '../../../api/useConfiguration.ts'

/** The maker's support; nothing where this installation names none. */
export function ContactLink() {
  const contactUrl = useConfiguration()?.brand.contactUrl
  if (!contactUrl) return null
  return (
    <Button variant="outline" asChild>
      <a href={contactUrl} target="_blank" rel="noreferrer">
        <LifeBuoy aria-hidden />
        <Trans>Contact support</Trans>
      </a>
    </Button>
  )
}
