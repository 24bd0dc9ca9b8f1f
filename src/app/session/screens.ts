/**
 * Every screen, declared once: its path and who may enter (the route table of section 2). `access.ts` guards by it, `menu.ts` has its entry in
 * the menu, `routes/` adds the code. A screen that is not built yet is declared too, so that its path is guarded already.
 */
import { backOffice, everyRole, publishers, staff } from '../../contract/endpoint.ts'
import type { RecordEntity } from '../../contract/recordFields.ts'
import type { Role } from '../../contract/rules.ts'

/** `guests`: only people who are not signed in. `anyone`: them, and everybody who is. */
export type Allowed = 'guests' | 'anyone' | readonly Role[]

type RecordPath<E extends string> = `/${E}/index` | `/${E}/show/$id` | `/${E}/create` | `/${E}/edit/$id`

/** The four screens of an entity. */
function records<const E extends RecordEntity>(entity: E, allowed: { readonly read: readonly Role[]; readonly write: readonly Role[] }) {
  const paths = {
    [`/${entity}/index`]: allowed.read,
    [`/${entity}/show/$id`]: allowed.read,
    [`/${entity}/create`]: allowed.write,
    [`/${entity}/edit/$id`]: allowed.write,
  }
  // Four computed keys, which TypeScript widens to string.
  return paths as Record<RecordPath<E>, Allowed>
}

const admin = ['ROLE_ADMIN'] as const

export const loginPath = '/login/{-$username}/{-$password}/{-$resetPassword}'

const screens = {
  [loginPath]: 'guests',
  '/changePassword/{-$token}': 'guests',
  '/validateAccount/$token/{-$userId}': 'guests',
  // Additions: mailed links open these for anybody, signed in or not.
  '/confirmAddress/$token': 'anyone',
  '/restoreAddress/$token': 'anyone',
  '/unsubscribe/$token': 'anyone',
  '/profile': everyRole,
  '/': staff,
  ...records('user', { read: staff, write: backOffice }),
  ...records('product', { read: backOffice, write: backOffice }),
  ...records('firmware', { read: backOffice, write: backOffice }),
  ...records('betaGroup', { read: backOffice, write: backOffice }),
  '/productUpdate/index': everyRole,
  '/warrantyCode/index': staff,
  ...records('news', { read: publishers, write: publishers }),
  ...records('rallyZone', { read: admin, write: admin }),
  // Additions.
  '/equipment/$id': everyRole,
  '/proofCheck/index': backOffice,
  '/articles/index': everyRole,
  '/articles/show/$newsId': everyRole,
  '/activity/index': admin,
  '/securityEvent/index': admin,
} as const satisfies Readonly<Record<string, Allowed>>

/** `$name` stands for a part of the path, `{-$name}` for one that may be missing. */
export type ScreenPath = keyof typeof screens

export const access: Readonly<Record<ScreenPath, Allowed>> = screens
