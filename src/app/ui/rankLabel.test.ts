import { expect, it } from 'vitest'
import { rankLabel } from './rankLabel.ts'

const labels = ['Équipe Normandie', 'Testeurs WS6', 'L’équipe du dimanche', 'Rééquipement']

function found(search: string): string[] {
  return labels.filter((label) => rankLabel(label, search) > 0).toSorted((one, other) => rankLabel(other, search) - rankLabel(one, search))
}

it('finds a label whatever the accents and case, what begins with the search first, then whole words, then parts', () => {
  expect(found('EQUIPE')).toEqual(['Équipe Normandie', 'L’équipe du dimanche', 'Rééquipement'])
})

it('finds nothing that holds the search nowhere', () => {
  expect(found('ws7')).toEqual([])
})
