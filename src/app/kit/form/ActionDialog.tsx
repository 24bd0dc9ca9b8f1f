import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { toast } from 'sonner'
import { type AppError, asAppError } from '../../../errors.ts'
import { FormFailure } from '../failures/FormFailure.tsx'
import { useChangeErrorText } from '../failures/useChangeErrorText.ts'
import { useRefusalToast } from '../failures/useRefusalToast.ts'
import { type FormOptions, useContractForm } from './useContractForm.ts'
import { FormDialog, type FormDialogControls } from '../dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../dialogs/FormDialogFooter.tsx'
import type { TitledDialogProps } from '../dialogs/TitledDialog.tsx'

type Form<T extends FieldValues> = Pick<ReturnType<typeof useContractForm<T>>, 'control' | 'setValue'> & { readonly values: T }

type ActionDialogProps<T extends FieldValues> = Omit<TitledDialogProps, 'children'> &
  Pick<FormOptions<T>, 'schema' | 'stored' | 'check' | 'defaultValues' | 'refused'> & {
    /** On the button. */
    action: ReactNode | ((values: T) => ReactNode)
    isDestructive?: boolean
    cancelLabel?: ReactNode
    /** Makes the call, and resolves to what a toast then says. The key is one for the same values: a request that is sent again counts once. */
    send: (values: T, idempotencyKey: string) => Promise<string | void>
    /** What is loaded anew before it closes, or nothing: null. Without it everything is, after it has closed. */
    refetch?: QueryKey | null
    /** Whether a refusal leaves nothing to do here: a toast says it, and the dialog closes. */
    isOver?: (refusal: AppError) => boolean
    /** Without asking: what is typed is quickly typed again. */
    leavesAtOnce?: boolean
    /** The fields. */
    children: (form: Form<T>) => ReactNode
  }

/** A dialog with a few fields for one call, as a declaration. */
export function ActionDialog<T extends FieldValues>(props: ActionDialogProps<T>) {
  const { title, description, width, onClose } = props
  return (
    <FormDialog title={title} description={description} width={width} onClose={onClose}>
      {(controls) => <ActionForm {...props} {...controls} />}
    </FormDialog>
  )
}

function ActionForm<T extends FieldValues>(props: ActionDialogProps<T> & FormDialogControls) {
  const { action, isDestructive, cancelLabel, send, refetch, isOver, leavesAtOnce, children, onClose, onChanged, onCancel, ...rules } =
    props
  const queryClient = useQueryClient()
  const errorText = useChangeErrorText()
  const toastRefusal = useRefusalToast(errorText)
  const attempt = useRef({ typed: '', key: '' })

  const reload = async () => (refetch === null ? undefined : queryClient.invalidateQueries({ queryKey: refetch ?? [] }))
  const { control, setValue, watch, formProps, failure, isBusy } = useContractForm<T>({
    ...rules,
    ...(!leavesAtOnce && { onChanged }),
    async send(values) {
      const typed = JSON.stringify(values)
      if (attempt.current.typed !== typed) attempt.current = { typed, key: crypto.randomUUID() }
      try {
        const done = await send(values, attempt.current.key)
        if (done) toast.success(done)
      } catch (error) {
        // Somebody else may have been quicker.
        void reload()
        if (isOver?.(asAppError(error)) !== true) throw error
        toastRefusal(error)
        return onClose()
      }
      const loaded = reload()
      if (refetch !== undefined) await loaded
      onClose()
    },
  })
  const values = watch()
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} text={errorText(failure)} />}
      {children({ control, setValue, values })}
      <FormDialogFooter
        submitLabel={typeof action === 'function' ? action(values) : action}
        isDestructive={isDestructive}
        isBusy={isBusy}
        onCancel={onCancel}
        cancelLabel={cancelLabel}
      />
    </form>
  )
}
