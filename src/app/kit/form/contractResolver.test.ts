import { expect, it } from 'vitest'
import * as v from 'valibot'
import { contract } from '../../../contract/contract.ts'
import { contractResolver } from './contractResolver.ts'

/** The error code on each field of a form. */
async function fieldErrors(schema: v.GenericSchema, values: Record<string, unknown>, stored?: Record<string, unknown>) {
  const { errors } = await contractResolver({ schema, stored })(values, undefined, { fields: {}, shouldUseNativeValidation: undefined })
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))
}

const credentials = contract.authentication.login.request

it('reports one error for each field', async () => {
  expect(await fieldErrors(credentials, { username: ' ', password: '' })).toEqual({
    username: 'MandatoryField',
    password: 'MandatoryField',
  })
  expect(await fieldErrors(credentials, { username: 'ann', password: 'p' })).toEqual({ username: 'username.invalid.error' })
  expect(await fieldErrors(contract.product.create.request, { name: 'a'.repeat(251), typeName: 'WS6', typeId: '-1' })).toEqual({
    name: 'text.too.long.error',
    typeId: 'number.invalid.error',
  })
})

it('reports characters that cannot be stored, which pasted text may contain', async () => {
  expect(await fieldErrors(credentials, { username: 'ann@example.com', password: 'a\0b' })).toEqual({ password: 'text.unusable.error' })
  expect(await fieldErrors(credentials, { username: 'ann@example.com', password: 'half \ud800' })).toEqual({
    password: 'text.unusable.error',
  })
})

it('accepts a valid form, and leaves errors that no typing can cause to the server', async () => {
  expect(await fieldErrors(credentials, { username: ' Ann@Example.com ', password: 'p' })).toEqual({})
  expect(await fieldErrors(credentials, { username: 'ann@example.com', password: 'p', extra: true })).toEqual({})
})

const directionMarks = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'.split('')

it.each(directionMarks)('reports the bidirectional control character %j in a name', async (mark) => {
  const errors = await fieldErrors(contract.product.create.request, { name: `WS${mark}6`, typeName: `${mark}WS6`, typeId: '6' })
  expect(errors).toEqual({ name: 'text.unusable.error', typeName: 'text.unusable.error' })
})

it('accepts names in right-to-left scripts, and such characters in a change log and a search', async () => {
  expect(await fieldErrors(contract.product.create.request, { name: 'مكشاف \u200f6', typeName: 'גלאי', typeId: '6' })).toEqual({})
  const changeLog = `- \u2067مكشاف\u2069`
  const firmware = { versionName: '5.2', language: 'العربية', isBetaTest: 'false', isActive: 'true', changeLog }
  expect(await fieldErrors(contract.firmware.update.request, firmware)).toEqual({})
  expect(await fieldErrors(contract.betaGroup.getAll.query, { search: 'exe\u202enib' })).toEqual({})
})

it('accepts a field that still has its stored value', async () => {
  const schema = contract.product.create.request
  const stored = { name: 'Old\u202e', typeName: '' }
  expect(await fieldErrors(schema, { ...stored, typeId: '-1' }, stored)).toEqual({ typeId: 'number.invalid.error' })
  expect(await fieldErrors(schema, { ...stored, name: 'New\u202e', typeId: '-1' }, stored)).toEqual({
    name: 'text.unusable.error',
    typeId: 'number.invalid.error',
  })
  expect(await fieldErrors(schema, { ...stored, typeId: '-1' })).toEqual({
    name: 'text.unusable.error',
    typeName: 'MandatoryField',
    typeId: 'number.invalid.error',
  })
})

const missingPassword = () => ({ password: 'MandatoryField' }) as const

it('applies the form’s own rules even to a field that still has its stored value', async () => {
  const stored = { password: '' }
  const { errors } = await contractResolver({ schema: v.object({ password: v.string() }), stored, check: missingPassword })(
    stored,
    undefined,
    {
      fields: {},
      shouldUseNativeValidation: undefined,
    },
  )
  expect(errors.password?.message).toBe('MandatoryField')
})
