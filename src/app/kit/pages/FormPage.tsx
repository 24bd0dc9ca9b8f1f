/** The page of a back-office form that creates or edits a record. Knows no entity by name. */
import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import type { AppError } from '../../../errors.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BackLink, type BackTarget } from './BackLink.tsx'
import { FailedQuery } from '../failures/Failed.tsx'
import { FormFailure } from '../failures/FormFailure.tsx'
import { FieldQuestion } from '../fields/fieldQuestion.ts'
import { LeaveGuard } from '../form/LeaveGuard.tsx'
import { DeletedNote } from '../record/DeletedNote.tsx'
import { useChangeErrorText } from '../failures/useChangeErrorText.ts'
import { usePageTitle } from './usePageTitle.ts'

/** The target of Cancel. */
const BackContext = createContext<BackTarget['link'] | undefined>(undefined)
const IsNewContext = createContext(false)

type FormPageProps<Loaded> = {
  title: string
  /** The page one level up; also the target of Cancel. */
  back: BackTarget
  /** The query that fills the form; null for an empty form. */
  loading: UseQueryResult<Loaded> | null
  children: ReactNode
}

/** Title, back link, and the form in its states: loading, failed, deleted, ready. */
export function FormPage<Loaded extends { readonly isDeleted: boolean }>({ title, back, loading, children }: FormPageProps<Loaded>) {
  usePageTitle(title)
  const record = loading?.data
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <div>
        <BackLink {...back} />
        <h1 className="mt-1 text-2xl font-semibold break-words">{title}</h1>
      </div>
      {loading?.isPending === true && <Skeleton className="h-96 w-full rounded-xl!" />}
      {loading?.isError === true && record === undefined && <FailedQuery query={loading} />}
      {record?.isDeleted === true && <DeletedNote />}
      {(loading === null || record?.isDeleted === false) && (
        <Card>
          <CardContent>
            <BackContext value={back.link}>
              <IsNewContext value={loading === null}>{children}</IsNewContext>
            </BackContext>
          </CardContent>
        </Card>
      )}
    </div>
  )
}

type RecordFormProps = {
  /** From `useRecordForm`. */
  form: {
    readonly formProps: ComponentProps<'form'>
    readonly isBusy: boolean
    readonly isChanged: boolean
    readonly conflict: ReactNode
    /** What an earlier visit has left unsaved. */
    readonly offered: ReactNode
    /** What is asked beside a field, by its name. */
    readonly question: (name: string) => ReactNode
  }
  /** An error that belongs to no field. */
  submitError: AppError | null
  children: ReactNode
  /** Above the buttons: the upload progress. */
  footer?: ReactNode
  /** The label of the button, if it is not Save. */
  submitLabel?: ReactNode
  /** In place of the button. */
  buttons?: ReactNode
}

/** Errors, fields and the Save button. The first field of a new record has the focus. */
export function RecordForm({ form, submitError, children, footer, submitLabel, buttons }: RecordFormProps) {
  const { t } = useLingui()
  const cancelLink = useContext(BackContext)
  const isNew = useContext(IsNewContext)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isNew) element.current?.querySelector<HTMLElement>(fields)?.focus()
  }, [isNew])
  const errorText = useChangeErrorText()
  return (
    <form ref={element} {...form.formProps} autoComplete="off" className="flex flex-col gap-5">
      <LeaveGuard isChanged={form.isChanged} />
      {submitError !== null && <FormFailure failure={submitError} text={errorText(submitError)} />}
      {form.offered}
      {form.conflict}
      <FieldQuestion value={form.question}>{children}</FieldQuestion>
      {footer}
      <div className="flex flex-wrap items-center gap-3">
        {buttons ?? (
          <Button type="submit" isBusy={form.isBusy} disabled={form.conflict !== null}>
            {submitLabel ?? <Trans>Save</Trans>}
          </Button>
        )}
        <Button asChild variant="ghost">
          <Link {...(cancelLink ?? { to: '/' })}>
            <Trans>Cancel</Trans>
          </Link>
        </Button>
        {form.isChanged && (
          <span className="text-sm text-muted-foreground">
            {form.conflict === null ? t`Unsaved changes` : t`Choose one of the options above first`}
          </span>
        )}
      </div>
    </form>
  )
}

const fields = ':is(input:not([type=hidden]), textarea, select, [role=combobox]):not(:disabled)'
