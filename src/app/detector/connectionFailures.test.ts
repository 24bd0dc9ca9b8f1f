import { beforeEach, expect, it } from 'vitest'
import { identity } from '../../../tests/support/pageFacts.ts'
import type { ErrorCode } from '../../errors.ts'
import { connectionFailuresInRow, forgetConnectionFailures } from './connectionFailures.ts'
import { setDetector } from './detectorStore.ts'

beforeEach(() => {
  setDetector({ status: 'absent' })
  forgetConnectionFailures()
})

function failToConnect(cause: ErrorCode = 'device.no.reply.error'): number {
  setDetector({ status: 'connecting' })
  setDetector({ status: 'failed', cause })
  return connectionFailuresInRow()
}

it('counts connections that fail for the same reason', () => {
  expect([failToConnect(), failToConnect(), failToConnect()]).toEqual([1, 2, 3])
})

it('begins again after another reason, a connection, or a sign-out', () => {
  expect([failToConnect(), failToConnect(), failToConnect('device.open.error'), failToConnect()]).toEqual([1, 2, 1, 1])
  setDetector({ status: 'connected', isSimulated: false, label: 'WS6', identity, accessories: [] })
  expect([failToConnect(), failToConnect()]).toEqual([1, 2])
  forgetConnectionFailures()
  expect(failToConnect()).toBe(1)
})

it('counts a failure once that is reported twice', () => {
  failToConnect()
  setDetector({ status: 'failed', cause: 'device.no.reply.error' })
  expect(connectionFailuresInRow()).toBe(1)
})
