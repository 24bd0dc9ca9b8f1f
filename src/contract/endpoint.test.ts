import { expect, it } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

it('what creates something, or claims a code, counts once however often it is sent', () => {
  const calls = Object.entries(contract).flatMap(([entity, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]: [string, Endpoint]) => (endpoint.isIdempotentByKey ? `${entity}.${name}` : [])),
  )
  expect(calls.toSorted()).toEqual([
    'accessory.createOrUpdateUserAccessory',
    'betaGroup.create',
    'firmware.create',
    'news.create',
    'news.postTempImage',
    'product.create',
    'productUpdate.create',
    'rallyZone.create',
    'register.register',
    'user.addNote',
    'user.create',
    'userBatch.create',
    'userProduct.registerPurchase',
    'warrantyCode.generateCode',
    'warrantyCode.useCodeForAccessory',
  ])
})
