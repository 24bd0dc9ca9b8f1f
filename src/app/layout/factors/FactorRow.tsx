import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type LucideIcon, Smartphone, UserRoundKey } from 'lucide-react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../contract/rules.ts'
import type { Factor } from '../../../contract/secondFactor.ts'
import { api } from '../../api/api.ts'
import { formatDate, formatDateTime } from '../../i18n/formatDate.ts'
import { useConfirm } from '../../kit/dialogs/useConfirm.tsx'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { Button } from '../../ui/button.tsx'

const icons: Readonly<Record<Factor['kind'], LucideIcon>> = { passkey: UserRoundKey, totp: Smartphone }

/** Stays at the end of a line. */
const separator = '\u00a0· '

/** `isLast`: no other is left, and the recovery codes go with it. */
type FactorRowProps = { factor: Factor; isLast: boolean; mayRemove: boolean }

export function FactorRow({ factor, isLast, mayRemove }: FactorRowProps) {
  const { t } = useLingui()
  const { kind, name, createdAt, lastUsedAt } = factor
  const Icon = icons[kind]
  const kinds = { passkey: t`Passkey`, totp: t`Authenticator app` }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-pretty text-muted-foreground">
          {kinds[kind]}
          {separator}
          <Trans>Added on {formatDate(createdAt)}</Trans>
          {separator}
          {lastUsedAt === null ? <Trans>Not used yet</Trans> : <Trans>Last used {formatDateTime(lastUsedAt)}</Trans>}
        </p>
      </div>
      {mayRemove && <RemoveFactor factor={factor} isLast={isLast} />}
    </li>
  )
}

function RemoveFactor({ factor: { id, kind, name }, isLast }: Pick<FactorRowProps, 'factor' | 'isLast'>) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const { ask, question } = useConfirm()
  const removing = useMutation({
    mutationFn: () => api.secondFactor.remove({ params: { id } }),
    meta: { showsItsErrors: true },
    onSuccess: () => toast.success(t`Second factor removed`),
    onError: (error) => toast.error(errorText(error), { duration: toastErrorMs }),
    // It may have been removed elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.secondFactor.getOwn.queryKey }),
  })
  async function askAndRemove(): Promise<void> {
    const kept =
      kind === 'passkey' ? t`Your device may still offer the passkey; you can delete it there.` : t`You can then delete it in the app.`
    const without = t`It is your only second factor: your recovery codes go with it, and signing in no longer asks for one.`
    const description = isLast ? without : t`You can no longer sign in with it. ${kept}`
    if (await ask({ title: t`Remove “${name}”?`, description, action: t`Remove` })) removing.mutate()
  }
  return (
    <>
      <Button variant="outline" size="sm" isBusy={removing.isPending} aria-label={t`Remove ${name}`} onClick={() => void askAndRemove()}>
        <Trans>Remove</Trans>
      </Button>
      {question}
    </>
  )
}
