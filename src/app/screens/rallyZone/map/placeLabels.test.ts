import { expect, it } from 'vitest'
import { placeLabels } from './placeLabels.ts'

const size = { width: 800, height: 400 }
const unmoved = { x: 0, y: 0, k: 1 }
const texts = (...given: Parameters<typeof placeLabels>) => placeLabels(...given).map(({ text }) => text)

it('leaves out a label that would cover an earlier one, until zooming makes room', () => {
  const labels = [
    { shape: 1, text: 'Meadow', x: 100, y: 100, isAbove: false },
    { shape: 2, text: 'Wood', x: 110, y: 104, isAbove: false },
    { shape: 3, text: 'Pond', x: 300, y: 100, isAbove: false },
  ]
  expect(texts(labels, unmoved, size)).toEqual(['Meadow', 'Pond'])
  expect(texts(labels, { ...unmoved, k: 5 }, { width: 4000, height: 2000 })).toEqual(['Meadow', 'Wood', 'Pond'])
})

it('moves labels with the map and leaves out those beyond its edges', () => {
  const labels = [{ shape: 4, text: 'Meadow', x: 100, y: 100, isAbove: false }]
  expect(placeLabels(labels, { x: 20, y: -30, k: 2 }, size)).toEqual([{ shape: 4, text: 'Meadow', x: 220, y: 170, isAbove: false }])
  expect(texts(labels, { x: -300, y: 0, k: 1 }, size)).toEqual([])
})

it('stands above the dot of a point', () => {
  const labels = [{ shape: 0, text: 'Car park', x: 100, y: 100, isAbove: true }]
  expect(placeLabels(labels, { x: 0, y: 0, k: 2 }, size)).toMatchObject([{ x: 200, y: 184 }])
})

it('cuts long names', () => {
  const [label] = texts([{ shape: 6, text: 'x'.repeat(100), x: 400, y: 200, isAbove: false }], unmoved, size)
  expect(label).toHaveLength(32)
  expect(label).toMatch(/…$/)
})
