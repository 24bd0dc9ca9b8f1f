import { describe, expect, it } from 'vitest'
import { shownCoil, shownDetector, shownUser } from '../../../../../tests/component/records.ts'
import { groupOwned, type Update } from './groupOwned.ts'

const update = (id: number, userProductId: number | null, date: string, productName = 'WS6 Master'): Update => ({
  id,
  userProductId,
  date,
  productName,
  versionName: '5.2',
  success: true,
  errorType: null,
  firmwareAfter: null,
})

function ids(owned: Partial<ReturnType<typeof shownUser>>) {
  const { detectors, coils, updates } = groupOwned(shownUser({ userProducts: [], accessories: [], productUpdates: [], ...owned }))
  return {
    detectors: detectors.map((one) => [one.detector.id, one.updates.map(({ id }) => id), one.coils.map(({ id }) => id)]),
    coils: coils.map(({ id }) => id),
    updates: updates.map(({ id }) => id),
  }
}

describe('what a customer owns', () => {
  const userProducts = [shownDetector({ id: 1 }), shownDetector({ id: 2, serialNumberFormatted: '00 00 00 00 02' })]

  it('has each update and coil at its detector, the detector updated last first, and the rest apart', () => {
    const productUpdates = [update(13, 2, '2026-03-03'), update(12, 9, '2026-03-02'), update(11, 1, '2026-03-01')]
    const accessories = [shownCoil({ id: 21, userProductId: 1 }), shownCoil({ id: 22, userProductId: null })]
    expect(ids({ userProducts, productUpdates, accessories })).toEqual({
      detectors: [
        [2, [13], []],
        [1, [11], [21]],
      ],
      coils: [22],
      updates: [12],
    })
  })
})
