/** Every call of the portal, by the route table's words. The server mounts this object; the app calls through it. */
import { accessory } from './accessory.ts'
import { authentication } from './authentication.ts'
import { configuration } from './configuration.ts'
import type { Contract } from './endpoint.ts'
import { file } from './file.ts'
import { firmware } from './firmware.ts'
import { locale } from './locale.ts'
import { product } from './product.ts'
import { productUpdate } from './productUpdate.ts'
import { user } from './user.ts'
import { userProduct } from './userProduct.ts'

export const basePath = '/backend'

export const contract = {
  accessory,
  authentication,
  configuration,
  file,
  firmware,
  locale,
  product,
  productUpdate,
  user,
  userProduct,
} satisfies Contract
