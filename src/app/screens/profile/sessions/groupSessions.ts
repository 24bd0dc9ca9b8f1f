import type { Session } from '../../../../contract/session.ts'

/** The sign-ins of one browser: the current one first, then the last used. */
export type BrowserSessions = { readonly key: string; readonly sessions: readonly [Session, ...Session[]] }

/**
 * One group for each browser: the one in use first, then in the order of `sessions`, which is the last used first. Where the browser of a
 * sign-in is unknown, it is a group by itself.
 */
export function groupSessions(sessions: readonly Session[]): readonly BrowserSessions[] {
  const groups = new Map<string, [Session, ...Session[]]>()
  for (const session of sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))) {
    const key = session.deviceId === null ? session.id : String(session.deviceId)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [session])
    else group.push(session)
  }
  return [...groups].map(([key, group]) => ({ key, sessions: group }))
}
