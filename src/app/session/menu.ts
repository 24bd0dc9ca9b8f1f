/**
 * The menu, in its order (the route table of section 2). A screen that is not built yet has no entry. Apart from the screens, so that the
 * sign-in, which needs to know who may enter where, loads no icons.
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
import type { Role } from '../../contract/rules.ts'
import { landing } from './access.ts'
import type { ScreenPath } from './screens.ts'

type Entry<Path> = { readonly to: Path; readonly label: MessageDescriptor; readonly icon: LucideIcon }

const menuEntries = [
  { to: '/', label: msg`Dashboard`, icon: LayoutDashboard },
  { to: '/user/index', label: msg`Users`, icon: Users },
  { to: '/product/index', label: msg`Products`, icon: Box },
  { to: '/firmware/index', label: msg`Firmwares`, icon: Cpu },
  { to: '/betaGroup/index', label: msg`Beta groups`, icon: FlaskConical },
  { to: '/productUpdate/index', label: msg`Product updates`, icon: Cable },
  { to: '/warrantyCode/index', label: msg`Warranty codes`, icon: Ticket },
  { to: '/news/index', label: msg`News`, icon: Newspaper },
  { to: '/rallyZone/index', label: msg`Rally zone`, icon: MapIcon },
  // Additions.
  { to: '/proofCheck/index', label: msg`Proofs of purchase`, icon: FileCheck },
  { to: '/activity/index', label: msg`Activity`, icon: Activity },
  { to: '/securityEvent/index', label: msg`Security log`, icon: ShieldCheck },
] as const satisfies readonly Entry<ScreenPath>[]

/** The entries that a role may open. */
export function menuOf(role: Role) {
  return menuEntries.filter(({ to }) => landing(to, role) === null)
}

/** The entry of an entity's list; does not ask who may open it. */
export function findListEntry(entity: string) {
  return menuEntries.find(({ to }) => to === `/${entity}/index`)
}
