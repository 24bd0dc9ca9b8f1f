import type { QueryClient } from '@tanstack/react-query'

/** Every write of staff's may change these too: the history of a record, and what contradicts itself. */
const alsoChanged = ['audit', 'catalogue']

/** After a write: what is on the screen of this entity is fetched again; everything else is stale, and is fetched when it is shown. */
export async function invalidateEntity(queryClient: QueryClient, entity: string): Promise<void> {
  await queryClient.invalidateQueries({ refetchType: 'none' })
  await Promise.all([entity, ...alsoChanged].map((one) => queryClient.invalidateQueries({ queryKey: [one] })))
}
