/** Refreshes tokens once for all calls that were refused at the same time, in every tab. Knows no HTTP and no storage. */
import type { LoginSession } from '../../contract/authentication.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { AppError, asAppError } from '../../errors.ts'

/** What may be due before most calls. */
export type Due = NonNullable<Endpoint['openBefore']>

/** Where the login session is stored. */
export type ApiSession = {
  read(): LoginSession | null
  write(session: LoginSession): void
  /** The server refused the refresh token: the user has to sign in again. */
  end(cause: 'refused'): void
  /** The server refused the token with which an administrator views the portal as a customer: their own session goes on. */
  endImpersonation?(impersonateToken: string): void
  /** The user is signing out: no new call may start, because the server would refuse it. */
  isLeaving?(): boolean
  /** The server refused a call because this person is first to choose a password, which staff have set, or to add a second factor. */
  noteDue?(due: Due): void
  /** Whether the person has proved lately who they are (contract/effects.ts), as far as is known here. */
  isProved?(): boolean
  /** Asks for such proof. Rejects with `proof.required.error` if there is none. Without it nobody is asked. */
  askProof?(): Promise<void>
  /** Runs one task at a time across all tabs that share this session. */
  exclusively?<T>(task: () => Promise<T>): Promise<T>
}

/**
 * @param exchange sends a refresh token and returns the new session
 * @returns a function that takes the session whose access token was refused and returns the one to retry with. It rejects with
 *   `not.authenticated` when there is none, or with the network's error, which leaves the user signed in.
 */
export function createTokenRefresh(session: ApiSession, exchange: (refreshToken: string) => Promise<LoginSession>) {
  const shared = new Map<string, Promise<LoginSession>>()
  const exclusively = session.exclusively ?? ((task) => task())

  async function renew(refused: LoginSession): Promise<LoginSession> {
    const current = session.read()
    // Another user has signed in since, in another tab: the call must not be repeated in their name.
    if (current === null || current.id !== refused.id) throw new AppError('not.authenticated')
    if (current.access_token !== refused.access_token) return current
    try {
      const renewed = await exchange(current.refresh_token)
      session.write(renewed)
      return renewed
    } catch (error) {
      const { status } = asAppError(error)
      if (status !== 401 && status !== 403) throw error
      // Somebody may have signed out, or in, while this was asked.
      if (session.read()?.refresh_token === current.refresh_token) session.end('refused')
      throw new AppError('not.authenticated', { cause: error })
    }
  }

  return (refused: LoginSession): Promise<LoginSession> => {
    const running = shared.get(refused.access_token)
    if (running) return running
    const started = exclusively(() => renew(refused)).finally(() => shared.delete(refused.access_token))
    shared.set(refused.access_token, started)
    return started
  }
}
