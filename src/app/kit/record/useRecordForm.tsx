import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { toast } from 'sonner'
import type * as v from 'valibot'
import { asAppError, type ErrorCode } from '../../../errors.ts'
import { sessionStore } from '../../sessionStore.ts'
import { useContractForm } from '../useContractForm.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { keepDraft, takeDraft } from './drafts.ts'
import { recordPath } from './recordPath.ts'

/** What a form is filled from; a new record has no version. */
export type Filled<T> = { readonly values: T; readonly version?: number }

type Options<T extends FieldValues> = {
  word: string
  /** undefined where a record is created. */
  id?: number | undefined
  /** The call's own. */
  schema: v.GenericSchema
  filled: Filled<T>
  /** Names of the fields. */
  labels: Readonly<Record<string, string>>
  check?: (values: T) => Readonly<Record<string, ErrorCode>>
  /** "Product added", "Product modified" */
  savedText: string
  /** Makes the call; null where the person has thought better of it. `isIdempotentByKey` calls get the same key at each try of this form. */
  send: (values: T, sent: { version: number; idempotencyKey: string }) => Promise<{ readonly id: number } | null>
  /** The record as it is now, for whoever was not the first to save. */
  reload: () => Promise<Filled<T>>
}

/**
 * The form of a record: `useContractForm`, and then to its show screen with a toast. Leaving with changes asks (draw `FormPage`), what was
 * typed outlives a session that ends, and somebody else's save in between is shown before it is written over.
 */
export function useRecordForm<T extends FieldValues>({ word, id, schema, filled, labels, check, savedText, send, reload }: Options<T>) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const draftKey = `${sessionStore.read()?.id ?? ''} ${word} ${id ?? 'new'}`
  const [base, setBase] = useState(filled)
  const [theirs, setTheirs] = useState<Filled<T> | null>(null)
  const [savedId, setSavedId] = useState<number | null>(null)
  const [idempotencyKey] = useState(() => crypto.randomUUID())

  const form = useContractForm<T>({
    schema,
    // The form's own values, whole: DefaultValues only allows for missing ones.
    defaultValues: filled.values as DefaultValues<T>,
    ...(check && { check }),
    async send(values) {
      try {
        const saved = await send(values, { version: base.version ?? 0, idempotencyKey })
        setSavedId(saved?.id ?? null)
      } catch (error) {
        // An upload that was stopped: the form is as it was.
        if (error instanceof DOMException && error.name === 'AbortError') return
        if (asAppError(error).code !== 'changed.meanwhile.error') throw error
        setTheirs(await reload())
      }
    },
  })
  const isChanged = form.isChanged && savedId === null

  useEffect(() => {
    if (savedId === null) return
    toast.success(savedText)
    void queryClient.invalidateQueries()
    void navigate({ to: recordPath(word, 'show', savedId) })
  }, [savedId, savedText, queryClient, navigate, word])

  useDraft(draftKey, form, isChanged)

  const conflict: ReactNode = theirs && (
    <ChangedMeanwhile
      labels={labels}
      before={base.values}
      theirs={theirs.values}
      onTakeTheirs={() => {
        form.reset(theirs.values)
        setBase(theirs)
        setTheirs(null)
      }}
      onKeepMine={() => {
        setBase(theirs)
        setTheirs(null)
      }}
    />
  )
  return { ...form, isChanged, conflict, isNew: id === undefined }
}

type Draftable<T extends FieldValues> = Pick<ReturnType<typeof useContractForm<T>>, 'getValues' | 'reset'>

/** A session that ends takes the form away; whoever signs in again finds what they had typed. Files and passwords are not kept. */
function useDraft<T extends FieldValues>(key: string, { getValues, reset }: Draftable<T>, isChanged: boolean): void {
  const latest = useRef({ isChanged, getValues })
  useEffect(() => {
    latest.current = { isChanged, getValues }
  })
  useEffect(() => {
    const draft = takeDraft(key)
    // Kept below under this very key, by a form of the same fields.
    if (draft !== undefined) reset({ ...getValues(), ...(draft as T) }, { keepDefaultValues: true })
    return sessionStore.subscribe(() => {
      if (sessionStore.read() !== null || !latest.current.isChanged) return
      const kept = Object.entries(latest.current.getValues()).filter(([name, value]) => name !== 'password' && !(value instanceof File))
      keepDraft(key, Object.fromEntries(kept))
    })
  }, [key, getValues, reset])
}
