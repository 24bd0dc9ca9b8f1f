import { afterEach, expect, it } from 'vitest'
import { type DetectorState, detectorState, setDetector, setDetectorUntil } from './detectorStore.ts'

const refused: DetectorState = { status: 'failed', cause: 'device.updating.error' }

afterEach(() => setDetector({ status: 'absent' }))

it('forgets a refusal with the update that caused it', async () => {
  await setDetectorUntil(refused, Promise.resolve())
  expect(detectorState()).toEqual({ status: 'absent' })
})

it('leaves what has come since', async () => {
  const over = setDetectorUntil(refused, Promise.resolve())
  setDetector({ status: 'connecting' })
  await over
  expect(detectorState()).toEqual({ status: 'connecting' })
})
