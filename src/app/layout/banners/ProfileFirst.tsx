import { type ReactNode, use } from 'react'
import { queryClient } from '../../api/queryClient.ts'
import { sleep } from '../../browser/sleep.ts'
import { ownProfile } from '../../session/ownProfile.ts'
import { addSignOutHook } from '../../session/session.ts'

/** A server that does not answer must not keep the app from starting. */
const waitMs = 1_000

let waiting: { readonly owner: number; readonly done: Promise<unknown> } | null = null
addSignOutHook(() => {
  waiting = null
})

/** A profile of an earlier visit will do. */
const known = () => queryClient.ensureQueryData(ownProfile).catch(() => undefined)

function waitOnce(owner: number): Promise<unknown> {
  if (waiting?.owner !== owner) waiting = { owner, done: Promise.race([known(), sleep(waitMs)]) }
  return waiting.done
}

/**
 * Renders its children once the profile of this user is there; suspends until then. The banners are drawn from it: one that came after the
 * page would push it down under the pointer, and a click then meets nothing.
 */
export function ProfileFirst({ owner, children }: { owner: number; children: ReactNode }) {
  use(waitOnce(owner))
  return children
}
