import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Configuration } from '../../../contract/configuration.ts'
import type { Credentials } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'

/** The server only has English descriptions; those of the built-in accounts are translated here. */
const labels: Readonly<Record<string, MessageDescriptor>> = {
  'admin@example.com': msg`Administrator`,
  'marketing@example.com': msg`Marketing`,
  'backoffice@example.com': msg`Back office`,
  'customer@example.com': msg`Customer with a detector`,
  'newcustomer@example.com': msg`New customer`,
  'beta@example.com': msg`Beta tester`,
  'sms@example.com': msg`Customer with an SMS code`,
}

type DemoAccountsProps = { accounts: Configuration['demoAccounts']; onChoose: (credentials: Credentials) => void }

/** Demo accounts: a click fills in the form. */
export function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  const { i18n } = useLingui()
  return (
    <ul className="flex flex-wrap gap-2">
      {accounts.map(({ username, password, label }) => (
        <li key={username}>
          <Button variant="outline" size="sm" title={username} onClick={() => onChoose({ username, password })}>
            {labels[username] ? i18n._(labels[username]) : label}
          </Button>
        </li>
      ))}
    </ul>
  )
}
