/** Gets new tokens once for all calls that were refused at the same time, in this tab and the others. Knows no HTTP and no storage. */
import type { LoginSession } from '../../contract/authentication.ts'
import { AppError, asAppError } from '../../errors.ts'

/** Where the login session is kept. */
export type ApiSession = {
  read(): LoginSession | null
  write(session: LoginSession): void
  /** The server refused the refresh token: the person has to sign in again. */
  end(): void
  /** The person is signing out: no call begins in their name any more, since it would be refused. */
  isLeaving?(): boolean
  /** Runs one task at a time among all tabs that share this session; runs it at once where there are none. */
  exclusively?<T>(task: () => Promise<T>): Promise<T>
}

/**
 * @param exchange sends a refresh token and gives the session that came back
 * @returns a function from the session whose access token was refused to the one to try again with; rejects with `not.authenticated`
 *   when there is none, or with the network's error, which leaves the person signed in
 */
export function createTokenRefresh(session: ApiSession, exchange: (refreshToken: string) => Promise<LoginSession>) {
  const shared = new Map<string, Promise<LoginSession>>()
  const exclusively = session.exclusively ?? ((task) => task())

  async function renew(refused: LoginSession): Promise<LoginSession> {
    const current = session.read()
    // Somebody else signed in meanwhile, in another tab: a call must not be repeated in their name.
    if (current === null || current.id !== refused.id) throw new AppError('not.authenticated')
    if (current.access_token !== refused.access_token) return current
    try {
      const renewed = await exchange(current.refresh_token)
      session.write(renewed)
      return renewed
    } catch (error) {
      const { status } = asAppError(error)
      if (status !== 401 && status !== 403) throw error
      session.end()
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
