import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { createStoredItem } from '../../../browser/storedItem.ts'
import { BatchBanner } from './BatchBanner.tsx'

const refreshMs = 1_000
/** The newest batch whose result was closed, in this browser. */
const closedBatch = createStoredItem('fieldport.closedBatch')

/** The user's batches that run, and the result of the last one until it is closed. */
export function UserBatches() {
  const queryClient = useQueryClient()
  const closedId = useSelector(closedBatch, (text) => Number(text))
  const { data = [] } = useQuery({
    ...queryOf(api.userBatch.getMine),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some((batch) => batch.state === 'running') === true ? refreshMs : false),
  })
  const running = data.filter(({ state }) => state === 'running')
  const ended = data.find(({ id, state }) => state !== 'running' && id > closedId)

  const before = useRef(running.length)
  useEffect(() => {
    const hasEnded = running.length < before.current
    before.current = running.length
    // The rows of the list, and the members of groups.
    if (hasEnded) for (const entity of ['user', 'betaGroup']) void queryClient.invalidateQueries({ queryKey: [entity] })
  }, [running.length, queryClient])

  const shown = ended === undefined ? running : [...running, ended]
  if (shown.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {shown.map((batch) => (
        <BatchBanner key={batch.id} batch={batch} onClose={() => closedBatch.set(String(batch.id))} />
      ))}
    </div>
  )
}
