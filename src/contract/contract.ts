/** Every call of the portal, by entity. The server mounts this object; the app calls through it. */
import { accessory } from './accessory.ts'
import { audit } from './audit.ts'
import { authentication } from './authentication.ts'
import { betaGroup } from './betaGroup.ts'
import { catalogue } from './catalogue.ts'
import { configuration } from './configuration.ts'
import { contact } from './contact.ts'
import { dashboard } from './dashboard.ts'
import { demoMailbox } from './demoMailbox.ts'
import type { Contract } from './endpoint.ts'
import { factorSignIn } from './factorSignIn.ts'
import { file } from './file.ts'
import { firmware } from './firmware.ts'
import { forgotPassword } from './forgotPassword.ts'
import { impersonation } from './impersonation.ts'
import { installation } from './installation.ts'
import { locale } from './locale.ts'
import { news } from './news.ts'
import { product } from './product.ts'
import { productUpdate } from './productUpdate.ts'
import { rallyZone } from './rallyZone.ts'
import { register } from './register.ts'
import { release } from './release.ts'
import { role } from './role.ts'
import { search } from './search.ts'
import { secondFactor } from './secondFactor.ts'
import { securityEvent } from './securityLog.ts'
import { session } from './session.ts'
import { signature } from './signature.ts'
import { user } from './user.ts'
import { userProduct } from './userProduct.ts'
import { warrantyCode } from './warrantyCode.ts'

export { basePath } from './basePath.ts'

export const contract = {
  accessory,
  audit,
  authentication,
  betaGroup,
  catalogue,
  configuration,
  contact,
  dashboard,
  demoMailbox,
  factorSignIn,
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
  release,
  role,
  search,
  secondFactor,
  securityEvent,
  session,
  signature,
  user,
  userProduct,
  warrantyCode,
} satisfies Contract
