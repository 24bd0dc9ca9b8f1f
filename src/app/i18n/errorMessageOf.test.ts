/** The messages of the sign-in come first, all others with the first lazy screen: those that a guest may need are there at once. */
import { beforeEach, expect, it, vi } from 'vitest'
import { authentication } from '../../contract/authentication.ts'
import { textMaxLength } from '../../contract/rules.ts'
import { errorCatalogue } from '../../errors.ts'
import { readFailure } from '../api/apiFailure.ts'
import { contractResolver } from '../kit/form/contractResolver.ts'
import { errorMessages } from './errorMessages.ts'
import { signInErrorMessages } from './signInErrorMessages.ts'

beforeEach(() => vi.resetModules())

it('gives every code its own message once all are there', async () => {
  const { errorMessageOf, loadErrorMessages } = await import('./errorMessageOf.ts')
  expect(errorMessageOf('Login.error')).toEqual(errorMessages['Login.error'])
  expect(errorMessageOf('kml.xml.error')).toEqual(errorMessages['internal.server.error'])
  await loadErrorMessages()
  expect(errorMessageOf('kml.xml.error')).toEqual(errorMessages['kml.xml.error'])
})

it.each([400, 401, 403, 404, 413, 418, 429, 500, 502, 503, 504])('has the message for an answer %i from the start', async (status) => {
  const { code } = await readFailure(new Response('not from the server', { status }))
  expect(Object.keys(signInErrorMessages)).toContain(code)
})

it.each(['', 'ann', 'a\0b', 'a\u202Eb', 'a'.repeat(textMaxLength + 1)])(
  'has the messages for a field with %j from the start',
  async (typed) => {
    const options = { fields: {}, shouldUseNativeValidation: undefined }
    const { errors } = await contractResolver({ schema: authentication.login.request })(
      { username: typed, password: typed },
      undefined,
      options,
    )
    const codes = Object.values(errors).map((error) => String(error?.message))
    expect(codes).not.toEqual([])
    expect(Object.keys(signInErrorMessages)).toEqual(expect.arrayContaining(codes))
  },
)

it('leaves most messages to the screens that need them', () => {
  expect(Object.keys(signInErrorMessages).length * 5).toBeLessThan(Object.keys(errorCatalogue).length)
})
