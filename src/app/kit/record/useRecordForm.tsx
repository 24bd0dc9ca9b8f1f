import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { toast } from 'sonner'
import type * as v from 'valibot'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { asAppError, type ErrorCode } from '../../../errors.ts'
import { addSignOutHook } from '../../session/session.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { useContractForm } from '../form/useContractForm.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { recordLink } from './recordLinks.ts'
import type { RecordWords } from './recordWords.ts'
import type { GetRecord } from './useRecord.ts'

type Options<Shown, T extends FieldValues> = {
  entity: RecordEntity
  /** `labels` has a name for each field of the form. */
  words: RecordWords & { readonly labels: Readonly<Record<keyof T, string>> }
  /** Undefined for a new record. */
  shown: Shown | undefined
  /** The call's request schema. */
  schema: v.GenericSchema
  /** The initial values of the fields. */
  fill: (shown?: Shown) => T
  get: GetRecord<Shown>
  check?: (values: T, stored?: Partial<T>) => Readonly<Record<string, ErrorCode>>
  /** Makes the call; null if the user cancelled it. */
  send: (values: T, to: Target<Shown>) => Promise<Saved | null>
}

/** `search`: what the record's page is to open with, for what saving alone does not do. */
type Saved = { readonly id: number; readonly search?: Readonly<Record<string, string>> }

/**
 * What a call needs besides the values. `create` needs the key, which is the same for every attempt of this form; `update` the others.
 * `stored`: the record as it was read last, also after somebody else has changed it.
 */
type Target<Shown> = {
  readonly params: { readonly id: number }
  readonly version: number
  readonly stored: Shown | undefined
  readonly idempotencyKey: string
}

/**
 * The form of a record: `useContractForm`, then its show screen and a toast. Asks before unsaved changes are lost (by `FormPage`), keeps
 * them if the session ends, and shows what somebody else has saved meanwhile.
 */
export function useRecordForm<Shown extends { readonly id: number; readonly version: number }, T extends FieldValues>({
  entity,
  words,
  shown,
  schema,
  fill,
  get,
  check,
  send,
}: Options<Shown, T>) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const draftKey = `${sessionStore.read()?.id ?? ''} ${entity} ${shown?.id ?? 'new'}`
  const params = { id: shown?.id ?? 0 }
  const savedText = shown === undefined ? words.added : words.modified
  const [base, setBase] = useState(shown)
  const [theirs, setTheirs] = useState<Shown | null>(null)
  const [saved, setSaved] = useState<Saved | null>(null)
  const [idempotencyKey] = useState(() => crypto.randomUUID())

  const form = useContractForm<T>({
    schema,
    // All values of the form: DefaultValues only allows for missing ones.
    defaultValues: fill(shown) as DefaultValues<T>,
    stored: base && fill(base),
    ...(check && { check }),
    async send(values) {
      try {
        setSaved(await send(values, { params, version: base?.version ?? 0, stored: base, idempotencyKey }))
      } catch (error) {
        // The upload was stopped: the form stays as it was.
        if (error instanceof DOMException && error.name === 'AbortError') return
        if (asAppError(error).code !== 'changed.meanwhile.error') throw error
        setTheirs(await get({ params }))
      }
    },
  })
  const isChanged = form.isChanged && saved === null

  useEffect(() => {
    if (saved === null) return
    toast.success(savedText)
    // Without refetching: the next screen loads its own data.
    void queryClient.invalidateQueries({ refetchType: 'none' })
    void navigate({ ...recordLink(entity, 'show', saved.id), search: saved.search ?? {} })
  }, [saved, savedText, queryClient, navigate, entity])

  useDraft(draftKey, form, isChanged)

  const conflict: ReactNode = theirs && (
    <ChangedMeanwhile
      words={words}
      before={fill(base)}
      theirs={fill(theirs)}
      onTakeTheirs={() => {
        form.reset(fill(theirs))
        setBase(theirs)
        setTheirs(null)
      }}
      onKeepMine={() => {
        setBase(theirs)
        setTheirs(null)
      }}
    />
  )
  /** The props of a field, by its name. */
  const field = <Name extends keyof T & Path<T>>(name: Name) => ({ control: form.control, name, label: words.labels[name] })
  return { ...form, isBusy: form.isBusy || saved !== null, isChanged, conflict, stored: base, field }
}

/** Unsaved values of sessions that ended, only in memory; signing out clears them. */
const drafts = new Map<string, unknown>()
addSignOutHook(() => drafts.clear())

type Draftable<T extends FieldValues> = Pick<ReturnType<typeof useContractForm<T>>, 'getValues' | 'reset'>

/** Keeps unsaved values, except files and passwords, when the session ends, and restores them once the user has signed in again. */
function useDraft<T extends FieldValues>(key: string, { getValues, reset }: Draftable<T>, isChanged: boolean): void {
  const latest = useRef({ isChanged, getValues })
  useEffect(() => {
    latest.current = { isChanged, getValues }
  })
  useEffect(() => {
    const draft = drafts.get(key)
    drafts.delete(key)
    // Stored below under the same key, by a form with the same fields.
    if (draft !== undefined) reset({ ...getValues(), ...(draft as T) }, { keepDefaultValues: true })
    return sessionStore.subscribe(() => {
      if (sessionStore.read() !== null || !latest.current.isChanged) return
      const kept = Object.entries(latest.current.getValues()).filter(([name, value]) => name !== 'password' && !(value instanceof File))
      drafts.set(key, Object.fromEntries(kept))
    })
  }, [key, getValues, reset])
}
