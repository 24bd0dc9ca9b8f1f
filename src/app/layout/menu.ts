import type { Role } from '../../contract/rules.ts'
import { landing } from '../session/access.ts'
import { menuEntries } from '../session/screens.ts'

/** The sidebar's entries for a role: the screens that it may enter. */
export function menuOf(role: Role) {
  return menuEntries
    .filter(({ path }) => landing(path, role) === null)
    .map(({ path, menu: { label, icon } }) => ({ to: path, label, icon }))
}
