import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useConfiguration } from '../../useConfiguration.ts'
import { Button } from '../../ui/button.tsx'

/** The server sends no language but English; the accounts it ships with have words of ours. */
const labels: Readonly<Record<string, MessageDescriptor>> = {
  'admin@example.com': msg`Administrator`,
  'marketing@example.com': msg`Marketing`,
  'backoffice@example.com': msg`Back office`,
  'customer@example.com': msg`Customer with a detector`,
  'newcustomer@example.com': msg`New customer`,
  'beta@example.com': msg`Beta tester`,
  'sms@example.com': msg`Customer with an SMS code`,
}

type DemoAccountsProps = { onChoose: (credentials: { username: string; password: string }) => void }

/** In demo mode, accounts to try: one press fills the form. */
export function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const { i18n } = useLingui()
  const accounts = useConfiguration()?.demoAccounts ?? []
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="demo-accounts" className="flex flex-col gap-3 border-t pt-5">
      <h2 id="demo-accounts" className="text-sm text-muted-foreground">
        <Trans>This is a demonstration. Try it as:</Trans>
      </h2>
      <ul className="flex flex-wrap gap-2">
        {accounts.map(({ username, password, label }) => (
          <li key={username}>
            <Button variant="outline" size="sm" title={username} onClick={() => onChoose({ username, password })}>
              {labels[username] ? i18n._(labels[username]) : label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
