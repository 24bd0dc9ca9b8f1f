import { Trans } from '@lingui/react/macro'
import { LifeBuoy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useConfiguration } from '../../../api/useConfiguration.ts'

/** A link to the maker's support; nothing when the configuration has none. */
export function ContactLink({ variant = 'outline', ...look }: Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const contactUrl = useConfiguration()?.brand.contactUrl
  if (!contactUrl) return null
  return (
    <Button variant={variant} {...look} asChild>
      <a href={contactUrl} target="_blank" rel="noreferrer">
        <LifeBuoy aria-hidden />
        <Trans>Contact support</Trans>
      </a>
    </Button>
  )
}
