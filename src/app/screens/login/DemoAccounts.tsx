import { Trans } from '@lingui/react/macro'
import { useConfiguration } from '../../useConfiguration.ts'
import { Button } from '../../ui/button.tsx'

type DemoAccountsProps = { onChoose: (credentials: { username: string; password: string }) => void }

/** In demo mode, accounts to try: one press fills the form. */
export function DemoAccounts({ onChoose }: DemoAccountsProps) {
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
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
