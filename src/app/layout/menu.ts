import type { Role } from '../../contract/rules.ts'
import { landing } from '../session/access.ts'
import { menuEntries } from '../session/screens.ts'

/** The sidebar entries that a role may open. */
export function menuOf(role: Role) {
  return menuEntries
    .filter(({ path }) => landing(path, role) === null)
    .map(({ path, menu: { label, icon } }) => ({ to: path, label, icon }))
}
