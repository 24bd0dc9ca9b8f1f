/** What servers of different ages know of a call. Knows no call by name and no field. */
import { asAppError } from '../../errors.ts'

export type SendWithAdditions = ReturnType<typeof createAdditions>

/**
 * Returns a function that sends a call with its additions, and without those that the server has refused: an older server refuses fields that
 * it does not know, and nothing may be lost for that. Each build refuses a call for this at most once, until the page is loaded again.
 *
 * @param readBuild the build of the server that answered last (api/serverGaps.ts)
 */
export function createAdditions(readBuild: () => string | null) {
  /** How many additions the server knows, by its build and the call. Missing before the first refusal. */
  const known = new Map<string, number>()
  const keyOf = (call: string) => `${readBuild()} ${call}`

  /**
   * @param additions the fields of each version of the server, oldest first, an empty object where there are none: a server that lacks one
   *   version's lacks those after it
   */
  return async function sendWithAdditions<Fields extends object, Answer>(
    call: string,
    additions: readonly Partial<Fields>[],
    send: (fields: Partial<Fields>) => Promise<Answer>,
  ): Promise<Answer> {
    const given = additions.slice(0, known.get(keyOf(call)))
    try {
      return await send(merged(given))
    } catch (error) {
      const { code, invalidField } = asAppError(error)
      if (code !== 'request.invalid' || Object.keys(merged(given)).length === 0) throw error
      // The first servers refused without the field's name, and know none of them.
      const lacking = invalidField === undefined ? 0 : given.findIndex((addition) => invalidField in addition)
      if (lacking === -1) throw error
      // Another build may have answered than before.
      const key = keyOf(call)
      known.set(key, lacking)
      return sendWithout(key, () => send(merged(given.slice(0, lacking))))
    }
  }

  /** Where this is refused too, the additions were not what the server refused. */
  async function sendWithout<Answer>(key: string, send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send()
    } catch (error) {
      if (asAppError(error).code === 'request.invalid') known.delete(key)
      throw error
    }
  }
}

function merged<Fields extends object>(additions: readonly Partial<Fields>[]): Partial<Fields> {
  const all: Partial<Fields> = {}
  for (const addition of additions) Object.assign(all, addition)
  return all
}
