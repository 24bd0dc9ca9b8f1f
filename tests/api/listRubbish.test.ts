// @module-tag rest
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { tableDefaults } from '../../src/contract/rules.ts'
import { bearer } from '../support/apiServer.ts'
import { formOf, harmOf, oddText } from '../support/rubbish.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  it.each(['user', 'product', 'firmware', 'betaGroup', 'activity', 'securityEvent'] as const)(
    'takes anything as a search or filter of the list of %ss',
    async (entity) => {
      const listed = fc.record(
        {
          search: oddText,
          searchSerial: oddText,
          currentPage: fc.integer({ min: 1, max: 9_999_999_999 }).map(String),
          perPage: fc.constantFrom('1', '500', '2147483647'),
          sortDesc: fc.constantFrom('true', 'false'),
          filters: fc.array(
            fc.record({
              position: fc.nat(9),
              selectedValue: fc.oneof(oddText, fc.constantFrom('/', 'true', '1', '2026-02-30T00:00:00Z/')),
            }),
          ),
        },
        { requiredKeys: [] },
      )
      await fc.assert(
        fc.asyncProperty(listed, async ({ filters = [], ...odd }) => {
          const fields = { ...tableDefaults, ...odd, filters: JSON.stringify(filters) }
          const body = formOf(new FormData(), Object.entries(fields))
          expect(
            await harmOf(await server.request(`/${entity}/getB122TableResults`, { method: 'POST', body, headers: bearer(admin) })),
          ).toBeNull()
        }),
        { numRuns: 150, examples: [[{ search: 'x', currentPage: '4294967299', perPage: '2147483647' }]] },
      )
    },
  )
})
