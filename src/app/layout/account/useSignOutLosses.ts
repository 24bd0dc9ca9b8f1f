import { useLingui } from '@lingui/react/macro'
import { sessionStore } from '../../api/sessionStore.ts'
import { hasDrafts } from '../../offline/formDrafts.ts'
import { useOutbox } from '../../outbox/appOutbox.ts'

/** `unsent`: how many entries of the outbox. */
export type SignOutLosses = { readonly unsent: number; readonly sentences: readonly string[] }

/** Returns a function that finds what signing out would delete here, with a sentence about each kind: unsent entries, unsaved text. */
export function useSignOutLosses(): () => Promise<SignOutLosses> {
  const { t } = useLingui()
  const { waiting, refused } = useOutbox()
  // Refused entries can still be corrected, so they would be lost too.
  const unsent = waiting.length + refused.length
  const unsavedText = t`You have text that was not saved. If you sign out now, it will be deleted.`
  const unsentText =
    waiting.length > 0
      ? t`An update result or a purchase has not reached the server yet. It will be sent automatically when you are back online. If you sign out now, it will be lost.`
      : t`The server rejected an update result or a purchase. You can still correct it. If you sign out now, it will be lost.`
  return async () => {
    const owner = sessionStore.dataOwner()?.id
    // A browser that refuses storage has nothing stored.
    const hasText = owner !== undefined && (await hasDrafts(owner).catch(() => false))
    return { unsent, sentences: [...(unsent > 0 ? [unsentText] : []), ...(hasText ? [unsavedText] : [])] }
  }
}
