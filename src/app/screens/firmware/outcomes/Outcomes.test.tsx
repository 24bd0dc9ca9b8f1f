/** Whether to worry about a release, its count in a line, and what its tables say. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { courseUpTo, noOutcomes, shownFailure, shownOutcomes, shownTest } from '../../../../../tests/component/outcomes.ts'
import { shownRelease } from '../../../../../tests/component/records.ts'
import { describeInLanguages, rowsOf, speak, textOf, textsOf } from '../../../../../tests/support/shownText.tsx'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { OutcomeFolds } from './OutcomeFolds.tsx'
import { Outcomes } from './Outcomes.tsx'
import { TestTable } from './TestTable.tsx'

/** Without the owners of the failures, which are links. */
function drawn(outcomes: ShownOutcomes, others: Partial<ShownRelease> = {}) {
  const release = shownRelease(others)
  const queries = new QueryClient()
  const failed = outcomes.failed.map((failure) => ({ ...failure, user: null }))
  queries.setQueryData(queryOf(api.release.getOutcomes, { params: { id: release.id } }).queryKey, { ...outcomes, failed })
  return (
    <QueryClientProvider client={queries}>
      <Outcomes release={release} />
    </QueryClientProvider>
  )
}

const few = shownOutcomes({
  totals: { begun: 7, running: 2, succeeded: 5, failed: 0, repaired: 0 },
  tests: [shownTest({ outcomes: 7, failures: 0, before: null })],
  course: courseUpTo({ outcomes: 7, failures: 0 }),
  causes: [],
  failed: [],
})
const near = shownOutcomes({
  round: 2,
  uncounted: { begun: 3, failed: 1 },
  totals: { begun: 120, running: 1, succeeded: 111, failed: 8, repaired: 1 },
  tests: [shownTest({ outcomes: 120, failures: 8 })],
})
const onEdge = shownOutcomes({ tests: [shownTest(), shownTest({ kind: 'browser', name: 'edge', outcomes: 60, failures: 7 })] })
const halted: Partial<ShownRelease> = {
  state: 'halted',
  haltedFor: { kind: 'hardware', name: '4', outcomes: 40, failures: 9, expected: 0.02, before: null },
}

type Said = readonly [name: string, outcomes: ShownOutcomes, others: Partial<ShownRelease>, en: readonly string[], fr: readonly string[]]
const said: readonly Said[] = [
  [
    'few have begun',
    few,
    {},
    ['Too early to tell', '7 begun · 5 succeeded · 0 failed (0%, 0% to 35.4%) · 2 running'],
    ['Trop tôt pour se prononcer', '7 commencées · 5 réussies · 0 échouée (0 %, de 0 % à 35,4 %) · 2 en cours'],
  ],
  [
    'it does well',
    shownOutcomes(),
    {},
    [
      'As good as expected',
      '412 begun · 397 succeeded · 6 failed (1.5%, 0.7% to 3.1%) · 9 running · 2 repaired — the version before: 1.2%',
    ],
    [
      'Conforme aux attentes',
      '412 commencées · 397 réussies · 6 échouées (1,5 %, de 0,7 % à 3,1 %) · 9 en cours · 2 réparées — version précédente : 1,2 %',
    ],
  ],
  [
    'it comes close to the halt in a second count',
    near,
    {},
    [
      'Worse than expected: close to the halt',
      '120 begun · 111 succeeded · 8 failed (6.7%, 3.4% to 12.6%) · 1 running · 1 repaired — the version before: 1.2%',
      '2nd count, since it was offered again. Not counted: 3 detectors, as only the first 5 of an account count; 1 failure, as each of the first 3 comes from another account.',
    ],
    [
      'Moins bien que prévu : proche de la suspension',
      '120 commencées · 111 réussies · 8 échouées (6,7 %, de 3,4 % à 12,6 %) · 1 en cours · 1 réparée — version précédente : 1,2 %',
      '2e comptage, depuis qu’elle est à nouveau proposée. Non comptés : 3 détecteurs, car seuls les 5 premiers d’un compte sont comptés ; 1 échec, car chacun des 3 premiers provient d’un autre compte.',
    ],
  ],
  [
    'only one browser fails',
    onEdge,
    {},
    ['Worse than expected with one build or browser · Edge'],
    ['Moins bien que prévu avec un build ou un navigateur · Edge'],
  ],
  ['hardware has halted it', near, halted, ['Worse than expected: halted · Hardware 4'], ['Moins bien que prévu : suspendue · Matériel 4']],
  ['none has begun', noOutcomes, {}, ['No update with it has begun yet.'], ['Aucune mise à jour vers cette version n’a encore commencé.']],
  [
    'none has begun since it was resumed',
    { ...noOutcomes, round: 2, tests: [shownTest({ outcomes: 0, failures: 0 })], failed: [shownFailure()] },
    {},
    ['No update with it has begun since it was offered again.'],
    ['Aucune mise à jour vers cette version n’a commencé depuis qu’elle est à nouveau proposée.'],
  ],
]

const failed = { failure: 'reported', errorType: 'REPROGRAMMATION_ERROR' } as const
const causes: ShownOutcomes['causes'] = [
  { ...failed, firmwareAfter: 'none', detectors: 4 },
  { ...failed, firmwareAfter: 'unknown', detectors: 3 },
  { ...failed, firmwareAfter: 'unchanged', detectors: 2 },
  { failure: 'silent', errorType: null, firmwareAfter: null, detectors: 2 },
  { failure: 'silent', errorType: 'DECONNECTION_ERROR', firmwareAfter: 'none', detectors: 1 },
  { failure: 'reported', errorType: null, firmwareAfter: null, detectors: 1 },
]

describeInLanguages('what became of a release (%s)', (locale) => {
  it.each(said)('is said where %s', (_, outcomes, others, en, fr) => {
    const texts = locale === 'en' ? en : fr
    expect(textsOf(drawn(outcomes, others), 'p').slice(0, texts.length)).toEqual(texts)
  })

  it('is said of each part, with its rate and how close it is to its limit, the portal’s pause', () => {
    expect(rowsOf(<TestTable tests={shownOutcomes().tests} />)).toEqual(
      locale === 'en'
        ? [
            ['All detectors', '6 of 4121.5%, 0.7% to 3.1%', '1/2,071×halts at 100×'],
            ['Hardware 3', '2 of 3000.7%, 0.2% to 2.4%', '1/2,816×halts at 200×'],
            ['Hardware 4', '4 of 1123.6%, 1.4% to 8.8%', '1/1.1×halts at 600×'],
            ['Without firmware after a second attempt', '1 of 4120.2%, 0% to 1.4%', '1/15×halts at 200×'],
            ['Nothing heard for a day', '2 of 4120.5%, 0.1% to 1.8%', 'less than 1/10,000×halts at 200×'],
            ['Portal build 3630012', '6 of 4121.5%, 0.7% to 3.1%', '1/2,071×pauses at 200×'],
            ['Edge', '3 of 2001.5%, 0.5% to 4.3%', '1/49×pauses at 200×'],
          ]
        : [
            ['Tous les détecteurs', '6 sur 4121,5 %, de 0,7 % à 3,1 %', '1/2 071 ×suspension à 100 ×'],
            ['Matériel 3', '2 sur 3000,7 %, de 0,2 % à 2,4 %', '1/2 816 ×suspension à 200 ×'],
            ['Matériel 4', '4 sur 1123,6 %, de 1,4 % à 8,8 %', '1/1,1 ×suspension à 600 ×'],
            ['Sans firmware après une deuxième tentative', '1 sur 4120,2 %, de 0 % à 1,4 %', '1/15 ×suspension à 200 ×'],
            ['Sans nouvelles depuis un jour', '2 sur 4120,5 %, de 0,1 % à 1,8 %', 'moins de 1/10 000 ×suspension à 200 ×'],
            ['Build du portail 3630012', '6 sur 4121,5 %, de 0,7 % à 3,1 %', '1/2 071 ×pause à 200 ×'],
            ['Edge', '3 sur 2001,5 %, de 0,5 % à 4,3 %', '1/49 ×pause à 200 ×'],
          ],
    )
  })

  it('is said of causes by type and phase, of silence by its time', () => {
    const outcomes = { ...noOutcomes, causes }
    expect(rowsOf(<OutcomeFolds outcomes={outcomes} />)).toEqual(
      locale === 'en'
        ? [
            ['Error while reprogramming, after the erase', '4'],
            ['Error while reprogramming, after the last byte', '3'],
            ['Error while reprogramming', '2'],
            ['Nothing heard for 15 minutes', '2'],
            ['Nothing heard for 15 minutes, then: USB disconnection error, after the erase', '1'],
            ['Error', '1'],
          ]
        : [
            ['Erreur lors de la reprogrammation, après l’effacement', '4'],
            ['Erreur lors de la reprogrammation, après le dernier octet', '3'],
            ['Erreur lors de la reprogrammation', '2'],
            ['Sans nouvelles pendant 15 minutes', '2'],
            ['Sans nouvelles pendant 15 minutes, puis : Erreur de déconnexion USB de l’appareil, après l’effacement', '1'],
            ['Erreur', '1'],
          ],
    )
  })
})

describe('of a release', () => {
  speak('en')

  it('each day can be read, the newest first', () => {
    const outcomes = { ...noOutcomes, days: shownOutcomes().days }
    expect(rowsOf(<OutcomeFolds outcomes={outcomes} />)).toEqual([
      ['06/03/2026', '220', '208', '3'],
      ['05/03/2026', '140', '138', '2'],
      ['04/03/2026', '52', '51', '1'],
    ])
  })

  it('that was halted before anybody began, nothing is said', () => {
    expect(textOf(drawn(noOutcomes, { state: 'halted' }))).toBe('')
  })
})
