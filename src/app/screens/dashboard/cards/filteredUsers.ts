import type { FigureLink } from './FigureCard.tsx'

/** The list of users, with these filters set. */
export function filteredUsers(filters: Readonly<Record<string, string>>): FigureLink {
  return { to: '/user/index', search: { filters } }
}
