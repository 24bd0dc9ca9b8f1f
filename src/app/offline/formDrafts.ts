/**
 * Unsaved text of forms, kept in this browser while somebody types, so that it survives a closed tab. Knows no form. Signing out deletes a
 * person's drafts (clearUserData.ts), and so does the next person's signing in.
 */
import { openRows, type Stored } from '../browser/rows/browserStore.ts'

type DraftRow = {
  /** The user's id. */
  readonly owner: number
  /** Which form: "news new", "news 7". */
  readonly form: string
  readonly values: Readonly<Record<string, unknown>>
  /** The same fields of the record that the form was filled from. */
  readonly before: Readonly<Record<string, unknown>>
  /** Of the record that the form was filled from; 0 for a new one. */
  readonly version: number
  /** ISO 8601. */
  readonly changedAt: string
}
export type FormDraft = Stored<DraftRow>

/** Older ones are deleted: by then the server has removed images that only they use. */
const keptDays = 30
const dayMs = 24 * 60 * 60 * 1000

const rows = openRows<DraftRow>('formDrafts')

async function draftsOf(owner: number): Promise<FormDraft[]> {
  const oldest = new Date(Date.now() - keptDays * dayMs).toISOString()
  const all = (await rows.all()).filter((row) => row.owner === owner)
  for (const { sequence } of all.filter(({ changedAt }) => changedAt < oldest)) await rows.delete(sequence)
  return all.filter(({ changedAt }) => changedAt >= oldest)
}

/** Each writes what was typed into an open form and waits to be written. */
const writers = new Set<() => Promise<unknown>>()

/** `write` is called before the drafts are looked for, until the returned function is called. */
export function writeBeforeLooking(write: () => Promise<unknown>): () => void {
  writers.add(write)
  return () => {
    writers.delete(write)
  }
}

/** Also those that are open in a tab, and what was typed a moment ago in this one. */
export async function hasDrafts(owner: number): Promise<boolean> {
  await Promise.all([...writers].map((write) => write()))
  return (await draftsOf(owner)).length > 0
}

/** The newest draft of a form that is not open in a tab. */
export async function findDraft(owner: number, form: string): Promise<FormDraft | undefined> {
  const all = await draftsOf(owner)
  const open = await findOpen()
  const left = all.filter((row) => row.form === form && !open.has(row.sequence))
  return left.toSorted((one, other) => one.changedAt.localeCompare(other.changedAt)).at(-1)
}

export const addDraft = rows.add
export const replaceDraft = rows.replace
export const renewDraft = rows.renew
export const deleteDraft = rows.delete

export async function forgetDrafts(owner: number): Promise<void> {
  for (const row of await rows.all()) if (row.owner === owner) await rows.delete(row.sequence)
}

export async function forgetDraftsOfOthers(owner: number): Promise<void> {
  for (const row of await rows.all()) if (row.owner !== owner) await rows.delete(row.sequence)
}

const lockPrefix = 'fieldport-draft-'

/** Marks a draft as open in this tab until the returned function is called, or the tab is closed. */
export function holdDraft(sequence: number): () => void {
  if (!('locks' in navigator)) return () => undefined
  const released = new AbortController()
  const held = new Promise<void>((resolve) => {
    released.signal.addEventListener('abort', () => resolve())
  })
  void navigator.locks.request(`${lockPrefix}${sequence}`, { mode: 'shared' }, () => held)
  return () => released.abort()
}

async function findOpen(): Promise<ReadonlySet<number>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? [Number(name.slice(lockPrefix.length))] : [])))
}
