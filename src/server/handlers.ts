/** The handlers of every call, in the contract's shape. A call without a handler does not compile. */
import type { contract } from '../contract/contract.ts'
import type { Handlers } from './call.ts'
import { accessory } from './entities/accessory/handlers.ts'
import { audit } from './entities/audit.ts'
import { authentication } from './entities/authentication.ts'
import { betaGroup } from './entities/betaGroup/handlers.ts'
import { catalogue } from './entities/catalogue/handlers.ts'
import { configuration } from './entities/configuration.ts'
import { contact } from './entities/contact.ts'
import { dashboard } from './entities/dashboard/handlers.ts'
import { demoMailbox } from './entities/demoMailbox.ts'
import { file } from './entities/file/handlers.ts'
import { firmware } from './entities/firmware/handlers.ts'
import { forgotPassword } from './entities/forgotPassword.ts'
import { impersonation } from './entities/impersonation.ts'
import { installation } from './entities/installation.ts'
import { locale } from './entities/locale.ts'
import { news } from './entities/news/handlers.ts'
import { product } from './entities/product/handlers.ts'
import { productUpdate } from './entities/productUpdate.ts'
import { rallyZone } from './entities/rallyZone/handlers.ts'
import { register } from './entities/register.ts'
import { role } from './entities/role.ts'
import { securityEvent } from './entities/securityEvent.ts'
import { session } from './entities/session.ts'
import { user } from './entities/user/handlers.ts'
import { userProduct } from './entities/userProduct/handlers.ts'
import { warrantyCode } from './entities/warrantyCode/handlers.ts'

export const handlers: Handlers<typeof contract> = {
  accessory,
  audit,
  authentication,
  betaGroup,
  catalogue,
  configuration,
  contact,
  dashboard,
  demoMailbox,
  file,
  firmware,
  forgotPassword,
  impersonation,
  installation,
  locale,
  news,
  product,
  productUpdate,
  rallyZone,
  register,
  role,
  securityEvent,
  session,
  user,
  userProduct,
  warrantyCode,
}
