import { expect, it } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

/** Besides every call that is named `create`. */
const others: readonly string[] = [
  'accessory.createOrUpdateUserAccessory',
  'news.postTempImage',
  'register.register',
  'user.addNote',
  'userProduct.registerPurchase',
  'warrantyCode.generateCode',
  'warrantyCode.useCodeForAccessory',
]

it('what creates something, or claims a code, counts once however often it is sent', () => {
  const calls = Object.entries(contract).flatMap(([entity, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => ({ name: `${entity}.${name}`, endpoint })),
  )
  const counted = calls.filter(({ endpoint }) => endpoint.isIdempotentByKey).map(({ name }) => name)
  const creating = calls.filter(({ name }) => name.endsWith('.create') || others.includes(name)).map(({ name }) => name)
  expect(counted.toSorted()).toEqual(creating.toSorted())
  expect(creating).toEqual(expect.arrayContaining([...others, 'product.create', 'user.create']))
})
