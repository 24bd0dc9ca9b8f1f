import type { ReactNode } from 'react'
import type { LoginSession } from '../../contract/authentication.ts'
import { Toasts } from '../kit/Toasts.tsx'
import { roleOf } from '../session.ts'
import { CustomerLayout } from './CustomerLayout.tsx'
import { StaffLayout } from './StaffLayout.tsx'

/** Customers get the narrower layout, staff the one with a sidebar (section 2). */
export function Frame({ session, children }: { session: LoginSession; children: ReactNode }) {
  const Layout = roleOf(session) === 'ROLE_CUSTOMER' ? CustomerLayout : StaffLayout
  return (
    <>
      <Layout session={session}>{children}</Layout>
      <Toasts />
    </>
  )
}
