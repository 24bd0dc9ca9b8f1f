import { expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import { fieldErrors } from './fieldErrors.ts'

const credentials = contract.authentication.login.request

it('names what to put right in each field, once', () => {
  expect(fieldErrors(credentials, { username: ' ', password: '' })).toEqual({ username: 'MandatoryField', password: 'MandatoryField' })
  expect(fieldErrors(credentials, { username: 'ann', password: 'p' })).toEqual({ username: 'username.invalid.error' })
  expect(fieldErrors(contract.product.create.request, { name: 'a'.repeat(251), typeName: 'WS6', typeId: '-1' })).toEqual({
    name: 'text.too.long.error',
    typeId: 'number.invalid.error',
  })
})

it('names a character that no database keeps, which a paste may bring', () => {
  expect(fieldErrors(credentials, { username: 'ann@example.com', password: 'a\0b' })).toEqual({ password: 'text.unusable.error' })
  expect(fieldErrors(credentials, { username: 'ann@example.com', password: 'half \ud800' })).toEqual({ password: 'text.unusable.error' })
})

it('finds nothing to put right in a good form, and leaves to the server what no typing causes', () => {
  expect(fieldErrors(credentials, { username: ' Ann@Example.com ', password: 'p' })).toEqual({})
  expect(fieldErrors(credentials, { username: 'ann@example.com', password: 'p', extra: true })).toEqual({})
})
