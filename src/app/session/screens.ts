/**
 * Every screen, declared once: its path, who may enter, and its menu entry, in the menu's order (the route table of section 2). `access.ts`
 * guards by it, `layout/StaffLayout.tsx` draws it, `routes/` adds the code. A screen that is not built yet is declared without a menu entry, so that
 * its path is guarded already.
 */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  Activity,
  Box,
  Cable,
  Cpu,
  FileCheck,
  FlaskConical,
  LayoutDashboard,
  type LucideIcon,
  Map as MapIcon,
  Newspaper,
  ShieldCheck,
  Ticket,
  Users,
} from 'lucide-react'
import { backOffice, everyRole, publishers, staff } from '../../contract/endpoint.ts'
import type { RecordEntity } from '../../contract/recordFields.ts'
import type { Role } from '../../contract/rules.ts'

/** `guests`: only people who are not signed in. `anyone`: them, and everybody who is. */
export type Allowed = 'guests' | 'anyone' | readonly Role[]

type Menu = { readonly label: MessageDescriptor; readonly icon: LucideIcon }

function page<const P extends string, M extends Menu | undefined = undefined>(path: P, allowed: Allowed, menu?: M) {
  // One computed key, which TypeScript widens to string; no menu is `undefined`.
  return { path, paths: { [path]: allowed } as Record<P, Allowed>, menu: menu as M }
}

type RecordPath<E extends string> = `/${E}/index` | `/${E}/show/$id` | `/${E}/create` | `/${E}/edit/$id`

/** The four screens of an entity. */
function records<const E extends string, M extends Menu | undefined = undefined>(
  entity: E,
  allowed: { readonly read: readonly Role[]; readonly write: readonly Role[] },
  menu?: M,
) {
  const paths = {
    [`/${entity}/index`]: allowed.read,
    [`/${entity}/show/$id`]: allowed.read,
    [`/${entity}/create`]: allowed.write,
    [`/${entity}/edit/$id`]: allowed.write,
  }
  // Four computed keys, which TypeScript widens to string; no menu is `undefined`.
  return { path: `/${entity}/index` as const, paths: paths as Record<RecordPath<E>, Allowed>, menu: menu as M }
}

const admin = ['ROLE_ADMIN'] as const

/** Entities whose four screens exist. */
const entities = {
  user: records('user', { read: staff, write: backOffice }, { label: msg`Users`, icon: Users }),
  product: records('product', { read: backOffice, write: backOffice }, { label: msg`Products`, icon: Box }),
  firmware: records('firmware', { read: backOffice, write: backOffice }, { label: msg`Firmwares`, icon: Cpu }),
  betaGroup: records('betaGroup', { read: backOffice, write: backOffice }, { label: msg`Beta groups`, icon: FlaskConical }),
  news: records('news', { read: publishers, write: publishers }, { label: msg`News`, icon: Newspaper }),
  rallyZone: records('rallyZone', { read: admin, write: admin }, { label: msg`Rally zone`, icon: MapIcon }),
} satisfies Record<RecordEntity, unknown>

export const loginPath = '/login/{-$username}/{-$password}/{-$resetPassword}'

const declared = [
  page(loginPath, 'guests'),
  page('/changePassword/{-$token}', 'guests'),
  page('/validateAccount/$token/{-$userId}', 'guests'),
  // Additions: mailed links open these for anybody, signed in or not.
  page('/confirmAddress/$token', 'anyone'),
  page('/restoreAddress/$token', 'anyone'),
  page('/unsubscribe/$token', 'anyone'),
  page('/profile', everyRole),
  page('/', staff, { label: msg`Dashboard`, icon: LayoutDashboard }),
  entities.user,
  entities.product,
  entities.firmware,
  entities.betaGroup,
  page('/productUpdate/index', everyRole, { label: msg`Product updates`, icon: Cable }),
  page('/warrantyCode/index', staff, { label: msg`Warranty codes`, icon: Ticket }),
  entities.news,
  entities.rallyZone,
  // Additions.
  page('/equipment/$id', everyRole),
  page('/proofCheck/index', backOffice, { label: msg`Proofs of purchase`, icon: FileCheck }),
  page('/articles/index', everyRole),
  page('/articles/show/$newsId', everyRole),
  page('/activity/index', admin, { label: msg`Activity`, icon: Activity }),
  page('/securityEvent/index', admin, { label: msg`Security log`, icon: ShieldCheck }),
] as const

type Declared = (typeof declared)[number]
type PathsOf<S> = S extends { readonly paths: Readonly<Record<infer P extends string, Allowed>> } ? P : never

/** `$name` stands for a part of the path, `{-$name}` for one that may be missing. */
export type ScreenPath = PathsOf<Declared>

// One record of all of them: `assign` gives the intersection of what each declares.
export const access = Object.assign({}, ...declared.map(({ paths }) => paths)) as Readonly<Record<ScreenPath, Allowed>>

type InMenu = Extract<Declared, { readonly menu: Menu }>

export const menuEntries = declared.filter((one): one is InMenu => one.menu !== undefined)
