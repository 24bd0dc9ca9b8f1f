/**
 * Which versions of the contract the server lacks. A page may be newer than its server: while servers are upgraded one by one, after an upgrade
 * was taken back, and where an installed app has kept it. The first refusal tells it of all calls of a version, so that nothing is asked for
 * twice until the page is loaded again. Knows no call by name.
 */
import { Store } from '@tanstack/store'
import type { Endpoint } from '../../contract/endpoint.ts'
import { AppError } from '../../errors.ts'

type Version = NonNullable<Endpoint['addedIn']>
export type ServerGaps = ReturnType<typeof createServerGaps>

export function createServerGaps() {
  /** The first refusal of each version that the server lacks. */
  const store = new Store<Readonly<Partial<Record<Version, AppError>>>>({})

  return {
    store,

    lacks: (version: Version): boolean => store.state[version] !== undefined,

    /** How the server would refuse this call; undefined where it may know it. */
    refusalOf: ({ addedIn }: Endpoint): AppError | undefined => (addedIn === undefined ? undefined : store.state[addedIn]),

    noteRefusal({ addedIn }: Endpoint, error: unknown): void {
      if (addedIn !== undefined && isOfUnknownCall(error)) store.setState((known) => ({ ...known, [addedIn]: error }))
    },
  }
}

/** An address that the server does not have is nothing to it, or a record whose id is not a number. A refusal without an id is a proxy's. */
function isOfUnknownCall(error: unknown): error is AppError {
  if (!(error instanceof AppError) || error.requestId === undefined) return false
  return error.code === 'resource.not.found' || (error.code === 'request.invalid' && error.invalidField === undefined)
}
