import type { Clashes } from '../contract/catalogue.ts'

/** For whoever starts the server: a line for each kind of clash in what is stored, with ids and the screen where it is resolved. */
export function describeClashes({ typeIds, versions }: Clashes, publicUrl: string): string[] {
  const shared = typeIds.map(({ typeId, products }) => `type ${typeId}: ${products.map(named).join(', ')}`).join('; ')
  const same = versions.map(({ product, firmwares }) => `${product.tostring}: ${firmwares.map(named).join(', ')}`).join('; ')
  return [
    ...(shared === ''
      ? []
      : [`Products share a type number; their detectors are offered nothing until ${publicUrl}/product/index is put right. ${shared}`]),
    ...(same === ''
      ? []
      : [`Active firmwares of a product share version and language until ${publicUrl}/firmware/index is put right. ${same}`]),
  ]
}

function named({ id, tostring }: { id: number; tostring: string }): string {
  return `${tostring} (id ${id})`
}
