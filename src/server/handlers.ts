/** The handlers of every call, in the contract's shape, and what edit forms hold already. A call without its handler does not compile. */
import { and, eq } from 'drizzle-orm'
import { contract } from '../contract/contract.ts'
import type { Handlers } from './call.ts'
import type { Database } from './db/connect.ts'
import { accessories, userProducts } from './db/tables.ts'
import { accessory } from './entities/accessory/handlers.ts'
import { activity } from './entities/activity.ts'
import { audit } from './entities/audit.ts'
import { authentication } from './entities/authentication/handlers.ts'
import { betaGroup, betaGroupKind } from './entities/betaGroup/handlers.ts'
import { catalogue } from './entities/catalogue.ts'
import { configuration } from './entities/configuration.ts'
import { contact } from './entities/contact.ts'
import { dashboard } from './entities/dashboard/handlers.ts'
import { demoMailbox } from './entities/demoMailbox.ts'
import { factorSignIn } from './entities/authentication/factorSignIn.ts'
import { file } from './entities/file.ts'
import { firmwareKind } from './entities/firmware/firmwareKind.ts'
import { firmware } from './entities/firmware/handlers.ts'
import { forgotPassword } from './entities/forgotPassword.ts'
import { impersonation } from './entities/impersonation.ts'
import { installation } from './entities/installation.ts'
import { leaving } from './entities/leaving.ts'
import { locale } from './entities/locale.ts'
import { news, newsKind } from './entities/news/handlers.ts'
import { publishedNews } from './entities/news/publishedNews.ts'
import { product, productKind } from './entities/product/handlers.ts'
import { productUpdate } from './entities/productUpdate/handlers.ts'
import { proofCheck } from './entities/proofCheck/handlers.ts'
import { rallyZone, rallyZoneKind } from './entities/rallyZone/handlers.ts'
import { register } from './entities/register.ts'
import { release } from './entities/release/handlers.ts'
import { role } from './entities/role.ts'
import { search } from './entities/search/handlers.ts'
import { secondFactor } from './entities/secondFactor.ts'
import { securityEvent } from './entities/securityEvent.ts'
import { session } from './entities/session.ts'
import { signature } from './entities/signature/handlers.ts'
import { updateMails } from './entities/updateMails.ts'
import { user } from './entities/user/handlers.ts'
import { userKind } from './entities/user/userRecord.ts'
import { userBatch } from './entities/userBatch/handlers.ts'
import { userProduct } from './entities/userProduct/handlers.ts'
import { warrantyCode } from './entities/warrantyCode/handlers.ts'
import type { StoredForms } from './http/untouchedFields.ts'
import { type FormKind, readForm } from './records/saveForm.ts'
import { readStoredForm } from './records/storedFields.ts'
import { revertChange, revertible } from './revertChange.ts'

export const handlers: Handlers<typeof contract> = {
  accessory,
  activity,
  audit: {
    ...audit,
    revert: revertChange({
      betaGroup: revertible(contract.betaGroup.update, betaGroupKind, betaGroup.update),
      firmware: revertible(contract.firmware.update, firmwareKind, firmware.update),
      news: revertible(contract.news.update, newsKind, news.update),
      product: revertible(contract.product.update, productKind, product.update),
      rallyZone: revertible(contract.rallyZone.update, rallyZoneKind, rallyZone.update),
      user: revertible(contract.user.update, userKind, user.update),
    }),
  },
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
  leaving,
  locale,
  news,
  product,
  productUpdate,
  proofCheck,
  publishedNews,
  rallyZone,
  register,
  release,
  role,
  search,
  secondFactor,
  securityEvent,
  session,
  signature,
  updateMails,
  user,
  userBatch,
  userProduct,
  warrantyCode,
}

/** The stored values of each edit form, for http/untouchedFields.ts. */
export const storedForms: StoredForms<typeof contract> = {
  accessory: { createOrUpdateUserAccessory: ({ body, ...call }) => findPurchase(call, Number(body['accessoryId'] ?? 0), accessories) },
  betaGroup: { update: byId(betaGroupKind) },
  firmware: { update: byId(firmwareKind) },
  news: { update: byId(newsKind) },
  product: { update: byId(productKind) },
  rallyZone: { update: byId(rallyZoneKind) },
  user: { update: byId(userKind), updateProfile: (call) => byId(userKind)({ ...call, params: call.user }) },
  userProduct: { registerPurchase: ({ params, ...call }) => findPurchase(call, params.id, userProducts) },
}

function byId(kind: FormKind) {
  return ({ db, params }: { db: Database; params: { id: number } }) => readForm(db, kind, params.id)
}

type OwnCall = { db: Database; user: { id: number } }

/** What the owner has entered about a coil or a detector. */
async function findPurchase({ db, user: { id: userId } }: OwnCall, id: number, table: typeof accessories | typeof userProducts) {
  const fields = { purchaseDate: table.purchaseDate, ...('coilSerial' in table && { coilSerial: table.coilSerial }) }
  return readStoredForm(db, { table, fields }, and(eq(table.id, id), eq(table.userId, userId)))
}
