import { afterEach, expect, it, vi } from 'vitest'
import { forgetBadChecksum, onLinkEvent, tellLinkEvent } from './linkEvents.ts'
import { updateElsewhere } from './updateElsewhere.ts'

vi.mock('./updateElsewhere.ts', () => ({ updateElsewhere: vi.fn<typeof updateElsewhere>(() => null) }))

let stop = () => {}
afterEach(() => {
  stop()
  vi.mocked(updateElsewhere).mockReturnValue(null)
})

function listen(): string[] {
  const told: string[] = []
  const unlisten = onLinkEvent((event) => told.push(event))
  stop = () => void unlisten()
  return told
}

it('tells of an update’s bad checksums once, and of the next update’s again', () => {
  const told = listen()
  forgetBadChecksum()
  for (let frame = 0; frame < 5; frame += 1) tellLinkEvent('badChecksum', true)
  expect(told).toEqual(['badChecksum'])
  forgetBadChecksum()
  tellLinkEvent('badChecksum', true)
  expect(told).toHaveLength(2)
})

it('tells nothing of the replies to another tab’s update', () => {
  const told = listen()
  vi.mocked(updateElsewhere).mockReturnValue({ progress: null })
  tellLinkEvent('badChecksum', false)
  expect(told).toEqual([])
})
