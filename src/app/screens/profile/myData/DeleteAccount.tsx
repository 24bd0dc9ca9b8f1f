import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { deletionDays } from '../../../../contract/rules.ts'
import type { Leaving } from '../../../../contract/leaving.ts'
import { asAppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { KeepAccountButton } from '../../../layout/leaving/KeepAccountButton.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'

type DeleteAccountProps = { deletion: Leaving['deletion']; isReadOnly: boolean }

/** What goes, what stays and why; then the button, or the date and the way back. */
export function DeleteAccount({ deletion, isReadOnly }: DeleteAccountProps) {
  const isStaff = roleOf(useSession()) !== 'ROLE_CUSTOMER'
  return (
    <section aria-labelledby="delete-account-title" className="flex flex-col gap-3 border-t pt-5">
      <h3 id="delete-account-title" className="font-medium">
        <Trans>Delete my account</Trans>
      </h3>
      <div className="flex flex-col gap-2 text-sm text-pretty text-muted-foreground">
        <p>
          <Trans>
            We delete your name, addresses, phone numbers, documents, sign-ins, the history of your account and what our staff noted about
            it. Backups lose them within about a year; if one is restored before then, your data are erased from it again.
          </Trans>
        </p>
        <p>
          <Trans>What stays has a number in place of your name:</Trans>
        </p>
        <ul className="list-disc space-y-1 pl-5">
          <li>
            <Trans>
              used warranty codes, and the serial number, hardware version, purchase date and warranty of coils and detectors: the warranty
              belongs to the device, even when it changes hands;
            </Trans>
          </li>
          <li>
            <Trans>
              which firmware was installed on a detector, with which browser and version of this app, and whether that worked: this keeps
              updates safe for others;
            </Trans>
          </li>
          <li>
            <Trans>
              dates and settings without a name: when the account and its subscriptions began and ended, how it was created, its role and
              language, whether it received the newsletter and beta firmware, and the kind and date of entries in our logs: they prove that
              nobody has changed the logs.
            </Trans>
          </li>
          {isStaff && (
            <li>
              <Trans>of a member of staff, what they did to other accounts and records.</Trans>
            </li>
          )}
        </ul>
      </div>
      {deletion !== null ? <Pending deletion={deletion} isReadOnly={isReadOnly} /> : !isReadOnly && <AskToDelete />}
    </section>
  )
}

function Pending({
  deletion: { dueAt, hasBegun, isByStaff },
  isReadOnly,
}: {
  deletion: NonNullable<Leaving['deletion']>
  isReadOnly: boolean
}) {
  return (
    <>
      <p className="text-sm font-medium text-destructive">
        {hasBegun ? (
          <Trans>Your account is being deleted.</Trans>
        ) : isByStaff ? (
          <Trans>Our staff have asked for it on your behalf: your account will be deleted on {formatDateTime(dueAt)}.</Trans>
        ) : (
          <Trans>Your account will be deleted on {formatDateTime(dueAt)}.</Trans>
        )}
      </p>
      {!isReadOnly && !hasBegun && <KeepAccountButton size="default" className="w-fit" />}
    </>
  )
}

function AskToDelete() {
  const { t } = useLingui()
  const { ask, question } = useConfirm()
  const queryClient = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => api.leaving.requestDeletion(),
    meta: { showsItsErrors: true },
    onSettled: () => queryClient.invalidateQueries(),
  })
  async function askAndDelete(): Promise<void> {
    const isSure = await ask({
      title: t`Delete your account?`,
      description: t`It is deleted in ${deletionDays} days. Until then you can sign in as before, and keep it with one click. Afterwards nothing can bring it back.`,
      action: t`Delete my account`,
    })
    if (isSure) deleting.mutate()
  }
  return (
    <>
      {deleting.isError && <FormFailure failure={asAppError(deleting.error)} />}
      <Button variant="outline" className="w-fit text-destructive" isBusy={deleting.isPending} onClick={() => void askAndDelete()}>
        <Trash2 aria-hidden />
        <Trans>Delete my account</Trans>
      </Button>
      {question}
    </>
  )
}
