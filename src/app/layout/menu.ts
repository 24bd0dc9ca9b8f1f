/** The sidebar's entries (section 2, and the security log), those whose screens exist. Whom they are shown to is the guards' own table. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Box, Cable, Cpu, LayoutDashboard, type LucideIcon, ShieldCheck, Users } from 'lucide-react'
import type { Role } from '../../contract/rules.ts'
import { landing } from '../session/access.ts'

type MenuEntry = {
  readonly to: '/' | '/productUpdate/index' | '/user/index' | '/product/index' | '/firmware/index' | '/securityEvent/index'
  readonly label: MessageDescriptor
  readonly icon: LucideIcon
}

const entries: readonly MenuEntry[] = [
  { to: '/', label: msg`Dashboard`, icon: LayoutDashboard },
  { to: '/user/index', label: msg`Users`, icon: Users },
  { to: '/product/index', label: msg`Products`, icon: Box },
  { to: '/firmware/index', label: msg`Firmwares`, icon: Cpu },
  { to: '/productUpdate/index', label: msg`Product updates`, icon: Cable },
  { to: '/securityEvent/index', label: msg`Security log`, icon: ShieldCheck },
]

export function menuOf(role: Role): readonly MenuEntry[] {
  return entries.filter(({ to }) => landing(to, role) === null)
}
