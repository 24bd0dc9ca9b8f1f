/** Who may enter which screen. Knows no screen's code and no router. */
import type { Role } from '../../contract/rules.ts'
import { access, type Allowed, loginPath, type ScreenPath } from './screens.ts'

type Landing = typeof loginPath | '/' | '/productUpdate/index'

/** Where a person begins: customers on the update page, everyone else on the dashboard. */
export function homeOf(role: Role): '/' | '/productUpdate/index' {
  return role === 'ROLE_CUSTOMER' ? '/productUpdate/index' : '/'
}

/** Where a person who asks for this screen is sent instead; null where they may enter. */
export function landing(path: ScreenPath, role: Role | null): Landing | null {
  const allowed: Allowed = access[path]
  if (allowed === 'anyone') return null
  if (allowed === 'guests') return role === null ? null : '/'
  if (role === null) return loginPath
  return allowed.includes(role) ? null : homeOf(role)
}

/** The row of the table that an address such as `/user/show/7` belongs to. */
export function findScreenPath(pathname: string): ScreenPath | undefined {
  const given = pathname.split('/').filter((part) => part !== '')
  // Object.keys gives string[]; the object is a constant with these keys and no others.
  return (Object.keys(access) as ScreenPath[]).find((path) => matches(path, given))
}

function matches(path: ScreenPath, given: readonly string[]): boolean {
  const parts = path.split('/').filter((part) => part !== '')
  if (given.length > parts.length) return false
  return parts.every((part, index) => {
    const value = given[index]
    if (value === undefined) return part.startsWith('{-$')
    return part.includes('$') || part === value
  })
}
