import { eq } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { AppError } from '../../../errors.ts'
import type { HandlersOf } from '../../call.ts'
import { products } from '../../db/tables.ts'
import { openCatalogueKey } from '../../keys/catalogueKey.ts'
import { catalogueNow } from './catalogueNow.ts'
import { findLaterRoots, findRoot } from './roots.ts'
import { signDemo } from './signDemo.ts'

export const signature: HandlersOf<typeof contract.signature> = {
  async getForType({ params: { typeId }, db, config }) {
    if ((await db.$count(products, eq(products.typeId, typeId))) === 0) throw new AppError('resource.not.found')
    await signDemo(db, config)
    const root = await findRoot(db, config)
    const { catalogueKey } = config
    const key = root === null || catalogueKey === undefined ? undefined : await openCatalogueKey(catalogueKey, root)
    return {
      roots: root === null ? [] : await findLaterRoots(db),
      catalogue: key === undefined ? null : [...(await catalogueNow(db, key, typeId))],
    }
  },
}
