import { Trans } from '@lingui/react/macro'
import { ArrowLeft, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { readableContact } from '../../../../contract/contactLink.ts'
import type { FactorKind } from '../../../../contract/rules.ts'
import { useContact } from '../../../api/useConfiguration.ts'
import { FactorLink } from '../../../kit/factors/FactorLink.tsx'
import { Button } from '../../../ui/button.tsx'
import type { ViewProps } from '../useSignIn.ts'

type FactorLinksProps = ViewProps<'factor'> & {
  others: readonly FactorKind[]
  onChoose: (kind: FactorKind) => void
  /** Advice above that for those who have lost them all. */
  children: ReactNode
}

/** Every other way on. */
export function FactorLinks({ view, onView, others, onChoose, children }: FactorLinksProps) {
  const { credentials, factors, code } = view
  return (
    <>
      <div className="flex flex-col items-start gap-3">
        {others.map((kind) => (
          <FactorLink key={kind} kind={kind} onChoose={onChoose} />
        ))}
        {code !== null && (
          <Button variant="link" size="inline" onClick={() => onView({ name: 'code', credentials, factors, code })}>
            <MessageSquare aria-hidden />
            <Trans>Use the code sent by SMS</Trans>
          </Button>
        )}
        <Button variant="link" size="inline" onClick={() => onView({ name: 'signIn', credentials: { username: '', password: '' } })}>
          <ArrowLeft aria-hidden />
          <Trans>Sign in to another account</Trans>
        </Button>
      </div>
      <div className="flex flex-col gap-2 border-t pt-5 text-sm text-pretty wrap-anywhere text-muted-foreground">
        {children}
        <LostFactors />
      </div>
    </>
  )
}

function LostFactors() {
  const contactUrl = useContact()
  return (
    <p>
      <Trans>Lost access to all of these? An administrator can reset them.</Trans>
      {contactUrl !== null && (
        <>
          {' '}
          <Trans>
            Contact us:{' '}
            <a href={contactUrl} className="rounded-sm underline underline-offset-4 hover:text-foreground">
              {readableContact(contactUrl)}
            </a>
          </Trans>
        </>
      )}
    </p>
  )
}
