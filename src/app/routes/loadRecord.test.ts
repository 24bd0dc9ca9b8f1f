import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { isNotFound } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../errors.ts'
import { recordQuery } from '../kit/record/useRecord.ts'
import { loadRecord } from './loadRecord.ts'

function recordCall(answer: (id: number) => Promise<unknown>) {
  const get = vi.fn<(request: { params: { id: number } }) => Promise<unknown>>(({ params }) => answer(params.id))
  return Object.assign(get, { queryKey: ['product', 'get'] as const })
}

it.each(['abc', '', '0', '-1', '1.5', '0x10', '1e1', ' 7', '1234567890123456'])(
  'finds nothing at the id %j, without a call',
  async (id) => {
    const get = recordCall(async () => ({}))
    const failure: unknown = await loadRecord(new QueryClient(), get, { id }).catch((error: unknown) => error)
    expect(isNotFound(failure)).toBe(true)
    expect(get).not.toHaveBeenCalled()
  },
)

it('reports an unknown record as not found, with one call', async () => {
  const get = recordCall(() => Promise.reject(new AppError('resource.not.found')))
  const failure: unknown = await loadRecord(new QueryClient(), get, { id: '7' }).catch((error: unknown) => error)
  expect(isNotFound(failure)).toBe(true)
  expect(get).toHaveBeenCalledTimes(1)
})

it('leaves any other error to the screen, without a retry', async () => {
  const get = recordCall(() => Promise.reject(new AppError('network.offline.error')))
  await expect(loadRecord(new QueryClient({ defaultOptions: { queries: { retry: 2 } } }), get, { id: '7' })).resolves.toBeUndefined()
  expect(get).toHaveBeenCalledTimes(1)
})

it('loads the record with one call even if the previous screen unmounts meanwhile', async () => {
  const client = new QueryClient()
  const waiting: ((record: unknown) => void)[] = []
  const get = recordCall(() => new Promise((resolve) => waiting.push(resolve)))
  const query = recordQuery(get, 7)
  client.setQueryData(query.queryKey, { name: 'old' }, { updatedAt: Date.now() - 60_000 })
  const leaveScreen = new QueryObserver(client, { ...query, refetchOnMount: false }).subscribe(() => undefined)
  const loading = loadRecord(client, get, { id: '7' })
  await vi.waitFor(() => expect(get).toHaveBeenCalledTimes(1))
  leaveScreen()
  for (const answer of waiting) answer({ name: 'new' })
  await loading
  expect(client.getQueryData(query.queryKey)).toEqual({ name: 'new' })
  expect(get).toHaveBeenCalledTimes(1)
})

it('throws what the route makes of a failure, or leaves it to the screen', async () => {
  const get = recordCall(() => Promise.reject(new AppError('not.authenticated')))
  const toList = new Error('to the list')
  await expect(loadRecord(new QueryClient(), get, { id: '7' }, ({ status }) => (status === 401 ? toList : undefined))).rejects.toBe(toList)
  await expect(loadRecord(new QueryClient(), get, { id: 'abc' }, ({ status }) => (status === 404 ? toList : undefined))).rejects.toBe(
    toList,
  )
  await expect(loadRecord(new QueryClient(), get, { id: '7' }, () => undefined)).resolves.toBeUndefined()
})
