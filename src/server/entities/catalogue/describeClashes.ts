import type { Clashes } from '../../../contract/catalogue.ts'

/** Lines for the server's start: one per kind of conflict, with ids and the screen that resolves it. */
export function describeClashes({ typeIds, versions }: Clashes, publicUrl: string): string[] {
  const shared = typeIds.map(({ typeId, products }) => `type ${typeId}: ${products.map(named).join(', ')}`).join('; ')
  const same = versions.map(({ product, firmwares }) => `${product.tostring}: ${firmwares.map(named).join(', ')}`).join('; ')
  return [
    ...(shared === ''
      ? []
      : [
          `Products share a type number: ${shared}. Their detectors are offered nothing until each has its own: ${publicUrl}/product/index`,
        ]),
    ...(same === ''
      ? []
      : [`Active firmwares of a product share version and language: ${same}. Keep one active: ${publicUrl}/firmware/index`]),
  ]
}

function named({ id, tostring }: { id: number; tostring: string }): string {
  return `${tostring} (id ${id})`
}
