/** Every call of the contract with its name, such as `product.create`: what holds for each of them finds a new one by itself. */
import { contract } from '../../src/contract/contract.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'

export const contractCalls = Object.entries(contract).flatMap(([entity, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => ({ call: `${entity}.${name}`, endpoint })),
)
