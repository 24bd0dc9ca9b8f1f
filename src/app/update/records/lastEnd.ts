/** How the last update of this computer ended. The page shows it until the next thing happens, also after a reload. Knows no detector. */
import { Store } from '@tanstack/store'
import * as v from 'valibot'
import type { StoredText } from '../../browser/storedItem.ts'

const lastEndSchema = v.pipe(
  v.object({
    /** The user's id. */
    owner: v.number(),
    /** Of the `UpdateTarget`. */
    target: v.object({
      userProductId: v.number(),
      productName: v.string(),
      versionName: v.string(),
      language: v.optional(v.string()),
      before: v.nullish(v.object({ versionName: v.string(), language: v.string() })),
    }),
    changeLog: v.nullable(v.string()),
    /** What the person answered. */
    hasRestarted: v.boolean(),
    /** When the last byte was on the detector, not when the person answered. ISO 8601. */
    at: v.pipe(v.string(), v.isoTimestamp()),
    /** From its record to the last byte; null for one that an earlier version of the app wrote. */
    tookMs: v.nullable(v.number()),
  }),
  v.readonly(),
)

export type LastEnd = v.InferOutput<typeof lastEndSchema>

export type LastEnds = ReturnType<typeof createLastEnd>

export function createLastEnd(stored: StoredText, owner: () => number | null) {
  const store = new Store(parse(stored.get()))
  const readOnlyStore: Pick<Store<LastEnd | null>, 'get' | 'subscribe'> = store
  stored.subscribe((text) => store.setState(() => parse(text)))

  return {
    store: readOnlyStore,
    /** The signed-in user's; null if there is none. */
    get: (): LastEnd | null => (store.state?.owner === owner() ? store.state : null),
    /** Null forgets it. */
    set(end: LastEnd | null): void {
      try {
        stored.set(end === null ? null : JSON.stringify(end))
      } catch {
        // The storage is full: the page forgets.
      }
    },
  }
}

/** A text that another version of the app wrote may mean nothing to this one. */
function parse(text: string | null): LastEnd | null {
  try {
    return v.parse(lastEndSchema, JSON.parse(text ?? ''))
  } catch {
    return null
  }
}
