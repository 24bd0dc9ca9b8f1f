import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'
import { toast } from 'sonner'
import type * as v from 'valibot'
import { asAppError, type ErrorCode } from '../../../errors.ts'
import type { RecordEntity } from '../../session/screens.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { useContractForm } from '../form/useContractForm.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { keepDraft, takeDraft } from './drafts.ts'
import { recordLink } from './recordLinks.ts'
import type { RecordWords } from './recordWords.ts'
import type { GetRecord } from './useRecord.ts'

type Options<Shown, T extends FieldValues> = {
  entity: RecordEntity
  /** Each field of the form has a name. */
  words: RecordWords & { readonly labels: Readonly<Record<keyof T, string>> }
  /** undefined where a record is created. */
  shown: Shown | undefined
  /** The call's own. */
  schema: v.GenericSchema
  /** What the fields hold at first: a record's own values, or a new one's. */
  fill: (shown?: Shown) => T
  get: GetRecord<Shown>
  check?: (values: T, stored?: Partial<T>) => Readonly<Record<string, ErrorCode>>
  /** Makes the call; null where the person has thought better of it. */
  send: (values: T, to: Target) => Promise<{ readonly id: number } | null>
}

/** What a call says besides the values: `create` the key, the same at each try of this form; `update` the others. */
type Target = { readonly params: { readonly id: number }; readonly version: number; readonly idempotencyKey: string }

/**
 * The form of a record: `useContractForm`, and then to its show screen with a toast. Leaving with changes asks (draw `FormPage`), what was
 * typed outlives a session that ends, and somebody else's save in between is shown before it is written over.
 */
export function useRecordForm<Shown extends { readonly id: number; readonly version: number }, T extends FieldValues>({
  entity,
  words: { labels, added, modified },
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
  const savedText = shown === undefined ? added : modified
  const [base, setBase] = useState(shown)
  const [theirs, setTheirs] = useState<Shown | null>(null)
  const [savedId, setSavedId] = useState<number | null>(null)
  const [idempotencyKey] = useState(() => crypto.randomUUID())

  const form = useContractForm<T>({
    schema,
    // The form's own values, whole: DefaultValues only allows for missing ones.
    defaultValues: fill(shown) as DefaultValues<T>,
    stored: base && fill(base),
    ...(check && { check }),
    async send(values) {
      try {
        const saved = await send(values, { params, version: base?.version ?? 0, idempotencyKey })
        setSavedId(saved?.id ?? null)
      } catch (error) {
        // An upload that was stopped: the form is as it was.
        if (error instanceof DOMException && error.name === 'AbortError') return
        if (asAppError(error).code !== 'changed.meanwhile.error') throw error
        setTheirs(await get({ params }))
      }
    },
  })
  const isChanged = form.isChanged && savedId === null

  useEffect(() => {
    if (savedId === null) return
    toast.success(savedText)
    // The next screen fetches what it shows; nothing of this one is needed again.
    void queryClient.invalidateQueries({ refetchType: 'none' })
    void navigate(recordLink(entity, 'show', savedId))
  }, [savedId, savedText, queryClient, navigate, entity])

  useDraft(draftKey, form, isChanged)

  const conflict: ReactNode = theirs && (
    <ChangedMeanwhile
      labels={labels}
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
  /** Ties a field of the form to its name. */
  const field = <Name extends keyof T & Path<T>>(name: Name) => ({ control: form.control, name, label: labels[name] })
  return { ...form, isBusy: form.isBusy || savedId !== null, isChanged, conflict, field }
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
