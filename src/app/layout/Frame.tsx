import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoginSession } from '../../contract/authentication.ts'
import { Toasts } from '../kit/Toasts.tsx'
import { queryClient } from '../queryClient.ts'
import { roleOf } from '../session.ts'
import { CustomerLayout } from './CustomerLayout.tsx'
import { StaffLayout } from './StaffLayout.tsx'

/** Customers get the narrower layout, staff the one with a sidebar (section 2). */
export function Frame({ session, children }: { session: LoginSession; children: ReactNode }) {
  const Layout = roleOf(session) === 'ROLE_CUSTOMER' ? CustomerLayout : StaffLayout
  return (
    <QueryClientProvider client={queryClient}>
      <Layout session={session}>{children}</Layout>
      <Toasts />
    </QueryClientProvider>
  )
}
