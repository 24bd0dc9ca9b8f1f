/**
 * Every call that changes something succeeds on the embedded database, on which other suites rarely run: its one connection waits for
 * ever where a transaction is asked by another handle than its own. Calls that only read: readOnly.test.ts, on the same database.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../support/apiServer.ts'
import { accountStories } from '../support/callStories/accounts.ts'
import { catalogueStories } from '../support/callStories/catalogue.ts'
import { detectorStories } from '../support/callStories/detectors.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { onEmbedded } from '../support/databases.ts'
import { checkAnswer, findCall } from '../support/documentedAnswers.ts'

const changing = contractCalls.flatMap(({ call, endpoint }) => (endpoint.isReadOnly === true ? [] : call))
const stories = Object.entries({ ...accountStories, ...catalogueStories, ...detectorStories })

onEmbedded('transactions', ({ open }) => {
  let server: ApiServer
  const succeeded = new Set<string>()

  /** A call that takes an idempotency key has to be sent with one: only then it runs within the transaction that keeps its answer. */
  async function note(request: Request, send: () => Promise<Response>): Promise<Response> {
    const response = await send()
    const call = findCall(request)
    const hasKey = call?.endpoint.isIdempotentByKey !== true || request.headers.has('idempotency-key')
    if (call !== undefined && response.ok && hasKey) succeeded.add(call.name)
    return checkAnswer(request, response)
  }

  beforeAll(async () => {
    server = await startApiServer(await open(), {}, note)
  })
  afterAll(() => server.dispose())

  it.each(stories)('%s', async (_, tell) => {
    await expect(tell(server)).resolves.toBeUndefined()
  })

  it('was told by these stories of every call', () => {
    expect(changing.filter((call) => !succeeded.has(call))).toEqual([])
  })
})
