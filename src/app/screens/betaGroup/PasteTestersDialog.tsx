import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { toast } from 'sonner'
import type { FoundTesters } from '../../../contract/betaGroup.ts'
import { pastedAddressesMax, readPastedAddresses } from '../../../contract/pastedAddresses.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { FormDialog, type FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { Field } from '../../kit/fields/Field.tsx'
import { CopyButton } from '../../kit/text/CopyButton.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type PasteTestersDialogProps = {
  group: { readonly id: number; readonly tostring: string }
  onAdded?: (() => void) | undefined
  onClose: () => void
}

/** First says whom the addresses belong to, then adds them. */
export function PasteTestersDialog(props: PasteTestersDialogProps) {
  return (
    <FormDialog
      title={<Trans>Add testers to {props.group.tostring}</Trans>}
      description={<Trans>Paste email addresses, one or more in a line. You see whom they belong to before anybody is added.</Trans>}
      width="sm:max-w-xl"
      onClose={props.onClose}
    >
      {(controls) => <PasteForm {...props} {...controls} />}
    </FormDialog>
  )
}

type Checked = FoundTesters & { readonly addresses: readonly string[] }

function PasteForm({ group, onAdded, onClose, onChanged, onCancel }: PasteTestersDialogProps & FormDialogControls) {
  const { t, i18n } = useLingui()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<string>()
  const params = { id: group.id }
  const checking = useMutation({
    mutationFn: async ({ addresses, unreadable }: ReturnType<typeof readPastedAddresses>): Promise<Checked> => {
      const nobody = { found: [], inGroup: [], staff: [], notFound: [] }
      const sorted = addresses.length === 0 ? nobody : await api.betaGroup.findTesters({ params, body: { addresses: [...addresses] } })
      return { ...sorted, addresses, notFound: [...sorted.notFound, ...unreadable] }
    },
    meta: { showsItsErrors: true },
  })
  const adding = useMutation({
    mutationFn: ({ addresses }: Checked) => api.betaGroup.addTesters({ params, body: { addresses: [...addresses] } }),
    meta: { showsItsErrors: true },
    async onSuccess({ nbAdded }) {
      await queryClient.invalidateQueries()
      toast.success(nbAdded === 1 ? t`1 tester added` : t`${i18n.number(nbAdded)} testers added`)
      onClose()
      onAdded?.()
    },
  })
  const checked = checking.data
  const failure = checking.error ?? adding.error

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (checked !== undefined) return checked.found.length === 0 ? onClose() : adding.mutate(checked)
    const pasted = readPastedAddresses(typed)
    const count = pasted.addresses.length
    if (count + pasted.unreadable.length === 0) return setMistake(t`There is no email address in this text`)
    if (count > pastedAddressesMax)
      return setMistake(t`At most ${i18n.number(pastedAddressesMax)} addresses at once; these are ${i18n.number(count)}`)
    setMistake(undefined)
    checking.mutate(pasted)
  }

  function change(text: string): void {
    setTyped(text)
    setMistake(undefined)
    onChanged(text !== '')
  }

  function goBack(): void {
    checking.reset()
    adding.reset()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={asAppError(failure)} />}
      {checked === undefined ? (
        <Field
          label={t`Email addresses`}
          help={
            mistake === undefined ? (
              t`Separated by commas, semicolons, spaces or lines; names may stand beside them.`
            ) : (
              <Mistake text={mistake} />
            )
          }
        >
          {(control) => (
            <Textarea
              {...control}
              aria-invalid={mistake !== undefined}
              spellCheck={false}
              value={typed}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </Field>
      ) : (
        <PastedTesters found={checked} />
      )}
      {checked === undefined ? (
        <FormDialogFooter submitLabel={<Trans>Check</Trans>} isBusy={checking.isPending} onCancel={onCancel} />
      ) : (
        <FormDialogFooter
          submitLabel={
            checked.found.length === 0 ? (
              <Trans>Close</Trans>
            ) : (
              <Plural value={checked.found.length} one="Add # tester" other="Add # testers" />
            )
          }
          isBusy={adding.isPending}
          cancelLabel={<Trans>Back</Trans>}
          onCancel={goBack}
        />
      )}
    </form>
  )
}

const Mistake = ({ text }: { text: string }) => (
  <span role="alert" className="text-destructive">
    {text}
  </span>
)

/** Whom pasted addresses belong to, in as many lists as there are kinds of them. */
function PastedTesters({ found: { found, inGroup, staff, notFound } }: { found: FoundTesters }) {
  const { t } = useLingui()
  return (
    <output className="flex flex-col gap-4">
      <Found lines={names(found)}>
        <Plural
          value={found.length}
          _0="Nobody to add"
          one="# customer will be added as a tester"
          other="# customers will be added as testers"
        />
      </Found>
      {inGroup.length > 0 && (
        <Found lines={names(inGroup)}>
          <Plural value={inGroup.length} one="# is in the group already" other="# are in the group already" />
        </Found>
      )}
      {staff.length > 0 && (
        <Found lines={names(staff)}>
          <Plural value={staff.length} one="# belongs to staff and is left out" other="# belong to staff and are left out" />
        </Found>
      )}
      {notFound.length > 0 && (
        <Found
          lines={notFound}
          action={<CopyButton size="sm" text={notFound.join('\n')} label={t`Copy the addresses that were not found`} />}
        >
          <Plural value={notFound.length} one="# address was not found" other="# addresses were not found" />
        </Found>
      )}
    </output>
  )
}

const names = (users: FoundTesters['found']) => users.map(({ tostring }) => tostring)

type FoundProps = { lines: readonly string[]; action?: ReactNode; children: ReactNode }

function Found({ lines, action, children }: FoundProps) {
  const id = useId()
  return (
    <section className="flex flex-col gap-1 text-sm">
      <div className="flex min-h-8 flex-wrap items-center gap-3">
        <h3 id={id} className="font-medium">
          {children}
        </h3>
        {action}
      </div>
      {/* Scrolls with the keyboard, and can be selected. */}
      {lines.length > 0 && (
        <Textarea readOnly aria-labelledby={id} className="min-h-0!" rows={Math.min(lines.length, 4)} value={lines.join('\n')} />
      )}
    </section>
  )
}
