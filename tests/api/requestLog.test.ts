import { describe, expect, it } from 'vitest'
import { asAppError } from '../../src/errors.ts'
import { bearer, startApiServer } from '../support/apiServer.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  /** The lines about a request, by the id that its answer carries. */
  function linesOf(requestId: string | null | undefined): Record<string, unknown>[] {
    const lines = server.logged().trim().split('\n')
    return lines.map((line): Record<string, unknown> => JSON.parse(line)).filter((line) => line['requestId'] === requestId)
  }

  describe('the log', () => {
    it('has one line for an answered call, found by the id of the answer', async () => {
      const admin = await server.signInAs('ROLE_ADMIN')
      const response = await server.request('/product/getB122TableResults', { method: 'POST', headers: bearer(admin) })
      const fine = await server.request('/user/getProfile', { headers: bearer(admin) })
      expect(linesOf(fine.headers.get('x-request-id'))).toEqual([
        expect.objectContaining({ level: 30, call: 'user.getProfile', method: 'GET', status: 200, milliseconds: expect.any(Number) }),
      ])
      expect(linesOf(response.headers.get('x-request-id'))).toEqual([
        expect.objectContaining({
          call: 'product.getB122TableResults',
          status: 400,
          code: 'request.invalid',
          milliseconds: expect.any(Number),
        }),
      ])
    })

    it('has the line that belongs to the id on the screen', async () => {
      const customer = await server.signInAs('ROLE_CUSTOMER')
      const error = await customer.warrantyCode.useCodeForAccessory({ body: { accessoryId: 4711, code: 'AAAA' } }).catch(asAppError)
      const { requestId } = asAppError(error)
      expect(linesOf(requestId)).toEqual([expect.objectContaining({ call: 'warrantyCode.useCodeForAccessory', status: 404 })])
    })

    it('names the request in every line that its work writes, also in what it does not wait for', async () => {
      const { requestScope } = await import('../../src/server/config/requestScope.ts')
      const scope = { requestId: 'request-7', beganAt: 0, call: 'product.get', isLogged: false, signal: new AbortController().signal }
      let later = Promise.resolve()
      requestScope.run(scope, () => {
        server.context.log.warn('at once')
        later = new Promise((resolve) => {
          setImmediate(() => resolve(server.context.log.warn('later')))
        })
      })
      await later
      server.context.log.warn('outside')
      expect(linesOf('request-7').map(({ msg, call }) => [msg, call])).toEqual([
        ['at once', 'product.get'],
        ['later', 'product.get'],
      ])
    })

    it('holds nothing of what was typed into an address, and no line for what is no call', async () => {
      await server.request('/firmware/getAllForProductAndUser/ada@example.com')
      const unknown = await server.requestAt('/ada.field@example.com')
      expect(server.logged()).not.toMatch(/ada@|ada\.field@/)
      expect(linesOf(unknown.headers.get('x-request-id'))).toEqual([])
    })

    it('can be kept to failures', async () => {
      const quiet = await startApiServer(server.context.db)
      quiet.context.log.level = 'warn'
      await quiet.request('/configuration')
      expect(quiet.logged()).toBe('')
      await quiet.dispose()
    })
  })
})
