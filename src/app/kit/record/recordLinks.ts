import type { RecordEntity } from '../../../contract/recordFields.ts'

/** Links to the screens of an entity: spread one into a `Link`, or pass it to `navigate`. */
export function recordLink<const E extends RecordEntity>(entity: E, screen: 'show' | 'edit', id: number) {
  return { to: `/${entity}/${screen}/$id`, params: { id: String(id) } } as const
}

export function listLink<const E extends RecordEntity>(entity: E) {
  return { to: `/${entity}/index` } as const
}

export function createLink<const E extends RecordEntity>(entity: E) {
  return { to: `/${entity}/create` } as const
}

export type RecordLink = ReturnType<typeof recordLink<RecordEntity>>
export type ListLink = ReturnType<typeof listLink<RecordEntity>>
export type CreateLink = ReturnType<typeof createLink<RecordEntity>>
