import { expect, it } from 'vitest'
import { rankLabel } from './rank-label.ts'

const labels = ['Équipe Normandie', 'Testeurs WS6', 'L’équipe du dimanche', 'Rééquipement']

function found(search: string): string[] {
  return labels.filter((label) => rankLabel(label, search) > 0).toSorted((one, other) => rankLabel(other, search) - rankLabel(one, search))
}

it('ignores accents and case, and ranks the start of the label first, then the start of a word, then other parts', () => {
  expect(found('EQUIPE')).toEqual(['Équipe Normandie', 'L’équipe du dimanche', 'Rééquipement'])
})

it('finds nothing without a match', () => {
  expect(found('ws7')).toEqual([])
})
