import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { queryClient } from '../queryClient.ts'

/** For the screens of guests that ask the server something when they open; the sign-in screen, which must be light, does without. */
export function EntranceQueries() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
