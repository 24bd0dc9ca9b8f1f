import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type PathValue, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import type * as v from 'valibot'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { asAppError, type ErrorCode, type Meanwhile } from '../../../errors.ts'
import type { FormDraft } from '../../offline/formDrafts.ts'
import { useContractForm } from '../form/useContractForm.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'
import { draftOnto, keptOf } from './draftValues.ts'
import { changedBetween, mergeValues } from './mergeValues.ts'
import { OfferedDraft } from './OfferedDraft.tsx'
import { recordLink } from './recordLinks.ts'
import { type Contested, useFieldQuestions } from './useFieldQuestions.tsx'
import type { RecordWords } from './recordWords.ts'
import { useKeptDraft } from './useKeptDraft.ts'
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
  /** Fields whose files are kept with an unsaved text; those of others are not. */
  keptFiles?: readonly (keyof T & string)[]
  check?: (values: T, stored?: Partial<T>) => Readonly<Record<string, ErrorCode>>
  /** Makes the call; null if the user cancelled it. */
  send: (values: T, to: Target<Shown, keyof T & string>) => Promise<Saved | null>
}

/** `search`: what the record's page is to open with, for what saving alone does not do. */
type Saved = { readonly id: number; readonly search?: Readonly<Record<string, string>> }

/**
 * What a call needs besides the values. `create` needs the key, which is the same for every attempt of this form; `update` the others.
 * `stored`: the record as it was read last, also after somebody else has changed it.
 */
type Target<Shown, Field> = {
  readonly params: { readonly id: number }
  /** Sent beside the values of an edit. */
  readonly edit: { readonly version: number; readonly changedFields?: Field[] }
  readonly stored: Shown | undefined
  readonly idempotencyKey: string
}

/**
 * The form of a record: `useContractForm`, then its show screen and a toast. Asks before unsaved changes are lost (by `FormPage`), offers
 * them again after a reload or the end of the session, and asks about each field that somebody else has changed meanwhile too.
 */
export function useRecordForm<Shown extends { readonly id: number; readonly version: number }, T extends FieldValues>({
  entity,
  words,
  shown,
  schema,
  fill,
  get,
  keptFiles,
  check,
  send,
}: Options<Shown, T>) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const params = { id: shown?.id ?? 0 }
  const savedText = shown === undefined ? words.added : words.modified
  const [base, setBase] = useState(shown)
  /** What others have changed since a draft was begun that the form continues with, as the draft knew it. */
  const [drafted, setDrafted] = useState<Partial<T>>({})
  const [theirs, setTheirs] = useState<Shown | null>(null)
  const [contested, setContested] = useState<Contested<T> | null>(null)
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
        setSaved(await save(values, base))
      } catch (error) {
        // The upload was stopped: the form stays as it was.
        if (error instanceof DOMException && error.name === 'AbortError') return
        const { code, meanwhile } = asAppError(error)
        if (code !== 'changed.meanwhile.error') throw error
        await ask(values, await get({ params }), meanwhile)
      }
    },
  })
  const isChanged = form.isChanged && saved === null

  async function save(values: T, stored: Shown | undefined): Promise<Saved | null> {
    const version = stored?.version ?? 0
    const to = (edit: Target<Shown, keyof T & string>['edit']) => ({ params, edit, stored, idempotencyKey })
    const changedFields = stored === undefined ? [] : changedBetween(fill(stored), values)
    return send(values, to(changedFields.length === 0 ? { version } : { version, changedFields }))
  }

  /** Takes over what others have changed alone. `meanwhile`: what both have changed. */
  async function ask(mine: T, now: Shown, meanwhile: Meanwhile | undefined): Promise<void> {
    const [before, others] = [fill(base), fill(now)]
    if (changedBetween(before, mine).length === 0) {
      form.reset(others)
      setBase(now)
      setSaved(await save(others, now))
      return
    }
    if (meanwhile === undefined) {
      setTheirs(now)
      return
    }
    const { changes, version } = meanwhile
    const asked = changes.map(({ field: name }) => name)
    form.reset(others)
    form.reset(mergeValues(mine, { before, theirs: others, asked }), { keepDefaultValues: true })
    // What was saved after the server judged, it judges when the form is sent again.
    setBase({ ...now, version })
    setContested({ changes, before: { ...before, ...drafted }, mine, theirs: others })
    setDrafted({})
  }

  useEffect(() => {
    if (saved === null) return
    toast.success(savedText)
    // Without refetching: the next screen loads its own data.
    void queryClient.invalidateQueries({ refetchType: 'none' })
    void navigate({ ...recordLink(entity, 'show', saved.id), search: saved.search ?? {} })
  }, [saved, savedText, queryClient, navigate, entity])

  const typed = useWatch({ control: form.control })
  const unsaved = useMemo(
    // `useWatch` gives every value that the form was filled with.
    () => (isChanged ? keptOf(typed as T, fill(base), keptFiles) : null),
    [isChanged, typed, base, fill, keptFiles],
  )
  const draft = useKeptDraft({
    form: draftName(entity, shown?.id),
    version: base?.version ?? 0,
    before: { ...fill(base), ...drafted },
    values: unsaved,
  })

  function take(offer: FormDraft): void {
    // Kept by a form with the same fields.
    const { merged, asBefore } = draftOnto(fill(base), form.getValues(), offer as { values: Partial<T>; before: Partial<T> })
    form.reset(merged, { keepDefaultValues: true })
    // The server then judges what both have changed.
    if (base !== undefined) setBase({ ...base, version: offer.version })
    setDrafted(asBefore)
    draft.take(offer)
  }
  const offered: ReactNode = draft.offer && (
    <OfferedDraft
      draft={draft.offer}
      isOutdated={base !== undefined && draft.offer.version !== base.version}
      onTake={take}
      onDiscard={draft.discard}
    />
  )

  const earlierConflict: ReactNode = theirs && (
    <ChangedMeanwhile
      words={words}
      before={{ ...fill(base), ...drafted }}
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
  const { question, summary } = useFieldQuestions(contested, words, (decided, values) => {
    for (const [name, value] of Object.entries(values))
      // As `values` is typed.
      form.setValue(name as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true })
    const left = contested?.changes.filter((change) => change !== decided) ?? []
    setContested(contested && left.length > 0 ? { ...contested, changes: left } : null)
  })
  /** The props of a field, by its name. */
  const field = <Name extends keyof T & Path<T>>(name: Name) => ({ control: form.control, name, label: words.labels[name] })
  return {
    ...form,
    isBusy: form.isBusy || saved !== null,
    isChanged,
    conflict: earlierConflict ?? summary,
    question,
    /** An earlier visit's unsaved values. */
    offered,
    stored: base,
    field,
    /** Leaves the form and keeps what was typed: for a new record if this one is gone. */
    keepDraft: (isGone: boolean) => draft.keepAs(draftName(entity, isGone ? undefined : shown?.id)),
  }
}

/** Of the draft of a new record without an id. */
function draftName(entity: RecordEntity, id: number | undefined): string {
  return `${entity} ${id ?? 'new'}`
}
