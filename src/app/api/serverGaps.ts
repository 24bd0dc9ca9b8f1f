/**
 * Which versions of the contract the server lacks. A page may be newer than its server: while servers are upgraded one by one, after an upgrade
 * was taken back, and where an installed app has kept it. The first refusal tells it of all calls of a version, so that no build of the server
 * is asked twice for what it lacks until the page is loaded again. Knows no call by name.
 */
import { Store } from '@tanstack/store'
import type { Endpoint } from '../../contract/endpoint.ts'
import { AppError } from '../../errors.ts'

type Version = NonNullable<Endpoint['addedIn']>
type Known = {
  /** The build that answered last; null for a server from before builds were named. */
  readonly build: string | null
  /** The first refusal, by build and version. */
  readonly refusals: Readonly<Record<string, AppError>>
}
export type ServerGaps = ReturnType<typeof createServerGaps>

export function createServerGaps() {
  const store = new Store<Known>({ build: null, refusals: {} })

  function refusalOf({ addedIn }: Pick<Endpoint, 'addedIn'>): AppError | undefined {
    const { build, refusals } = store.state
    return addedIn === undefined ? undefined : refusals[keyOf(build, addedIn)]
  }

  return {
    /** For what is shown: it changes when the answers below do. */
    store,

    build: (): string | null => store.state.build,

    lacks: (version: Version): boolean => refusalOf({ addedIn: version }) !== undefined,

    /** How the server would refuse this call; undefined where it may know it. */
    refusalOf,

    /** An upgraded server is another one. What has no id was answered by a proxy. */
    noteAnswer(headers: Headers): void {
      const build = headers.get('Fieldport-Build')
      if (headers.has('X-Request-Id') && build !== store.state.build) store.setState((known) => ({ ...known, build }))
    },

    noteRefusal({ addedIn }: Endpoint, error: unknown): void {
      if (addedIn === undefined || !isOfUnknownCall(error)) return
      store.setState(({ build, refusals }) => ({ build, refusals: { ...refusals, [keyOf(build, addedIn)]: error } }))
    },
  }
}

function keyOf(build: string | null, version: Version): string {
  return `${build} ${version}`
}

/** A server before 0.2.0 knows fewer fields of a form. It names the one that it refuses, if at all. */
export function isOfUnknownField(error: unknown, field: string): boolean {
  if (!(error instanceof AppError) || error.code !== 'request.invalid') return false
  return error.invalidField === undefined || error.invalidField === field
}

/** An address that the server does not have is nothing to it, or a record whose id is not a number. A refusal without an id is a proxy's. */
export function isOfUnknownCall(error: unknown): error is AppError {
  if (!(error instanceof AppError) || error.requestId === undefined) return false
  return error.code === 'resource.not.found' || (error.code === 'request.invalid' && error.invalidField === undefined)
}
