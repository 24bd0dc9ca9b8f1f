import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { sessionStore } from '../../api/sessionStore.ts'
import { addDraft, deleteDraft, findDraft, type FormDraft, holdDraft, replaceDraft } from '../../offline/formDrafts.ts'

/** After the last key press; what was typed before is written when the page is hidden or closed. */
const writeAfterMs = 400

type Options = {
  /** "news new" or "news 7". */
  readonly form: string
  /** Of the record that the form was filled from. */
  readonly version: number
  /** The values to keep; null while there is nothing to lose. A stable object while nothing changes. */
  readonly values: Readonly<Record<string, unknown>> | null
}

/**
 * Keeps unsaved values in this browser until they are saved or given up: another screen is opened. `offer` is what an earlier visit has
 * left; `take` and `discard` answer it. `keepAs` moves the draft to another form, when its record is gone.
 */
export function useKeptDraft({ form, version, values }: Options) {
  const router = useRouter()
  const owner = sessionStore.read()?.id ?? 0
  const [offer, setOffer] = useState<FormDraft | null>(null)
  const row = useRef<number | null>(null)
  const release = useRef<() => void>(() => undefined)
  const isKept = useRef(false)
  // One after another: two writes at once would add two rows.
  const writing = useRef<Promise<unknown>>(Promise.resolve())
  const inOrder = useCallback((work: () => Promise<unknown>) => {
    writing.current = writing.current.then(work, work).catch(() => undefined)
    return writing.current
  }, [])

  const hold = useCallback((sequence: number) => {
    row.current = sequence
    release.current()
    release.current = holdDraft(sequence)
  }, [])

  const write = useEffectEvent((as = form) => {
    if (values === null) return
    const draft = { owner, form: as, values, version: as === form ? version : 0, changedAt: new Date().toISOString() }
    void inOrder(async () => {
      if (row.current === null) hold((await addDraft(draft)).sequence)
      else await replaceDraft({ ...draft, sequence: row.current })
    })
  })

  useEffect(() => {
    if (values === null) return undefined
    const timer = setTimeout(() => write(), writeAfterMs)
    const onHide = () => document.visibilityState === 'hidden' && write()
    // A closed page is hidden too, but has no time left to write.
    const onClose = () => write()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('beforeunload', onClose)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('beforeunload', onClose)
    }
  }, [values])

  const find = useEffectEvent(async (isCurrent: () => boolean) => {
    const found = await findDraft(owner, form).catch(() => undefined)
    if (found === undefined || !isCurrent()) return
    // The form has its values back already, from an earlier visit in this tab.
    if (values !== null && row.current === null) hold(found.sequence)
    else setOffer(found)
  })
  useEffect(() => {
    let isCurrent = true
    void find(() => isCurrent)
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another form has another draft
  }, [form])

  useEffect(() => {
    const { pathname } = router.state.location
    return () => {
      release.current()
      release.current = () => undefined
      const hasLeft = router.state.location.pathname !== pathname && sessionStore.read() !== null
      // Saved, or given up: leaving with unsaved changes is asked about.
      if (hasLeft && !isKept.current) void inOrder(async () => row.current !== null && deleteDraft(row.current))
    }
  }, [router, inOrder])

  return {
    offer,
    take(draft: FormDraft) {
      hold(draft.sequence)
      setOffer(null)
    },
    discard(draft: FormDraft) {
      setOffer(null)
      void inOrder(() => deleteDraft(draft.sequence))
    },
    /** Also after this form is gone. */
    keepAs(other: string) {
      isKept.current = true
      write(other)
    },
  }
}
