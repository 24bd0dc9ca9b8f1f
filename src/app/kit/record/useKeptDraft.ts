import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { sessionStore } from '../../api/sessionStore.ts'
import {
  addDraft,
  deleteDraft,
  findDraft,
  type FormDraft,
  holdDraft,
  renewDraft,
  replaceDraft,
  writeBeforeLooking,
} from '../../offline/formDrafts.ts'

/** After the last key press; what was typed before is written when the page is hidden or closed. */
const writeAfterMs = 400

type Options = {
  /** "news new" or "news 7". */
  readonly form: string
  /** Of the record that the form was filled from. */
  readonly version: number
  /** The fields of `values` as the form was filled with them. */
  readonly before: Readonly<Record<string, unknown>>
  /** The values to keep; null while there is nothing to lose. A stable object while nothing changes. */
  readonly values: Readonly<Record<string, unknown>> | null
}

/**
 * Keeps unsaved values in this browser until they are saved, taken back or given up: another screen is opened. `offer` is what an earlier
 * visit has left; `take` and `discard` answer it. `keepAs` moves the draft to another form, when its record is gone.
 */
export function useKeptDraft({ form, version, before, values }: Options) {
  const router = useRouter()
  // Of who typed, also at the moment when their session ends.
  const [owner] = useState(() => sessionStore.read()?.id ?? 0)
  const [offer, setOffer] = useState<FormDraft | null>(null)
  const row = useRef<number | null>(null)
  const release = useRef<() => void>(() => undefined)
  const isKept = useRef(false)
  const isShown = useRef(false)
  // One after another: two writes at once would add two rows.
  const writing = useRef<Promise<unknown>>(Promise.resolve())
  const inOrder = useCallback((work: () => Promise<unknown>) => {
    writing.current = writing.current.then(work, work).catch(() => undefined)
    return writing.current
  }, [])

  const hold = useCallback((sequence: number) => {
    row.current = sequence
    release.current()
    release.current = isShown.current ? holdDraft(sequence) : () => undefined
  }, [])

  const forget = useCallback(
    () =>
      inOrder(async () => {
        const sequence = row.current
        row.current = null
        if (sequence !== null) await deleteDraft(sequence)
      }),
    [inOrder],
  )

  const write = useEffectEvent(async ({ as = form, isClosing = false } = {}) => {
    // Signing out deletes what is kept.
    if (values === null || sessionStore.isLeaving()) return
    const draft = { owner, form: as, values, before, version: as === form ? version : 0, changedAt: new Date().toISOString() }
    await inOrder(async () => {
      if (row.current === null) hold((await addDraft(draft)).sequence)
      else if (isClosing) hold((await renewDraft({ ...draft, sequence: row.current })).sequence)
      else await replaceDraft({ ...draft, sequence: row.current })
    })
  })

  useEffect(() => {
    if (values === null) {
      void forget()
      return undefined
    }
    const timer = setTimeout(() => void write(), writeAfterMs)
    const onHide = () => document.visibilityState === 'hidden' && void write()
    // A closed page is hidden too, but has no time left to write.
    const onClose = () => void write({ isClosing: true })
    document.addEventListener('visibilitychange', onHide)
    addEventListener('beforeunload', onClose)
    // After a sign-out there is nothing to keep.
    const stop = sessionStore.subscribe(() => sessionStore.hasExpired() && void write())
    const stopWaiting = writeBeforeLooking(() => write())
    return () => {
      clearTimeout(timer)
      stop()
      stopWaiting()
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('beforeunload', onClose)
    }
  }, [values, forget])

  useEffect(() => {
    let isCurrent = true
    void findDraft(owner, form).then(
      (found) => found !== undefined && isCurrent && setOffer(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [owner, form])

  useEffect(() => {
    const { pathname } = router.state.location
    isShown.current = true
    return () => {
      isShown.current = false
      release.current()
      release.current = () => undefined
      const hasLeft = router.state.location.pathname !== pathname && sessionStore.read() !== null
      // Saved, or given up: leaving with unsaved changes is asked about.
      if (hasLeft && !isKept.current) void forget()
    }
  }, [router, forget])

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
      void write({ as: other })
    },
  }
}
