import { useMediaQuery } from '../../../browser/useMediaQuery.ts'
import { roleOf, useSession } from '../../../session/session.ts'

/** The narrowest windows, in rem, with room for the tutorial beside the page. Staff have a menu of 15 rem there too. */
const customersRem = 80
const staffRem = 95

/** Whether the tutorial stands beside the page instead of in a dialog (the specification, section 2). */
export function useSideArea(): boolean {
  const isCustomer = roleOf(useSession()) === 'ROLE_CUSTOMER'
  return useMediaQuery(`(min-width: ${isCustomer ? customersRem : staffRem}rem)`)
}
