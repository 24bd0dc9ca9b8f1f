import { Trans } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useContact } from '../../../api/useConfiguration.ts'

/** A link to the maker's support; nothing without one. Sentences beside it need not name support: this does. */
export function ContactLink({ variant = 'outline', ...look }: Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const contact = useContact()
  if (contact === null) return null
  // A mail program opens beside the page; an empty tab would stay behind it.
  const tab = contact.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noreferrer' }
  return (
    <Button variant={variant} {...look} className="sm:w-fit" asChild>
      <a href={contact} {...tab}>
        <LifeBuoy aria-hidden />
        <Trans>Contact support</Trans>
      </a>
    </Button>
  )
}
