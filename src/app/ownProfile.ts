/** The signed-in person's own profile, for the screen that edits it and the layouts that read it. */
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export const ownProfile = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: ({ signal }) => api.user.getProfile({ signal }),
})
