/**
 * Who may enter which screen: the route table of section 2, screens of later issues included, so that a path that is not built yet lands
 * where the specification says too. Knows no screen and no router.
 */
import { backOffice, everyRole, staff } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/rules.ts'

/** `guests`: only people who are not signed in. `anyone`: them, and everybody who is. */
export type Allowed = 'guests' | 'anyone' | readonly Role[]

/** `$name` stands for a part of the path, `{-$name}` for one that may be missing. */
export const access = {
  '/login/{-$username}/{-$password}/{-$resetPassword}': 'guests',
  '/changePassword/{-$token}': 'guests',
  '/validateAccount/$token/{-$userId}': 'guests',
  // Additions: by mailed links, which open for whoever is signed in to the browser that they open in.
  '/confirmAddress/$token': 'anyone',
  '/restoreAddress/$token': 'anyone',
  '/': staff,
  '/productUpdate/index': everyRole,
  '/profile': everyRole,
  '/user/index': staff,
  '/user/show/$userId': staff,
  '/user/create': backOffice,
  '/user/edit/$userId': backOffice,
  '/product/index': backOffice,
  '/product/show/$productId': backOffice,
  '/product/create': backOffice,
  '/product/edit/$productId': backOffice,
  '/firmware/index': backOffice,
  '/firmware/show/$firmwareId': backOffice,
  '/firmware/create': backOffice,
  '/firmware/edit/$firmwareId': backOffice,
  '/betaGroup/index': backOffice,
  '/betaGroup/show/$betaGroupId': backOffice,
  '/betaGroup/create': backOffice,
  '/betaGroup/edit/$betaGroupId': backOffice,
  '/warrantyCode/index': staff,
  '/news/index': ['ROLE_ADMIN', 'ROLE_MARKETTING'],
  '/news/create': ['ROLE_ADMIN', 'ROLE_MARKETTING'],
  '/news/show/$newsId': ['ROLE_ADMIN', 'ROLE_MARKETTING'],
  '/news/edit/$newsId': ['ROLE_ADMIN', 'ROLE_MARKETTING'],
  '/rallyZone/index': ['ROLE_ADMIN'],
  '/rallyZone/create': ['ROLE_ADMIN'],
  '/rallyZone/show/$rallyZoneId': ['ROLE_ADMIN'],
  '/rallyZone/edit/$rallyZoneId': ['ROLE_ADMIN'],
  /** Addition. */
  '/securityEvent/index': ['ROLE_ADMIN'],
} as const satisfies Record<string, Allowed>

export type ScreenPath = keyof typeof access
export const loginPath = '/login/{-$username}/{-$password}/{-$resetPassword}' satisfies ScreenPath

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
