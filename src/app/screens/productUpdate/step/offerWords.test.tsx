/** What the next step says of what is offered to a connected detector, from the list to the sentence, in each language. */
import { describe, expect, it } from 'vitest'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { describeInLanguages, hookOf, textOf } from '../../../../../tests/support/shownText.tsx'
import { identity } from '../../../../../tests/support/pageFacts.ts'
import { holdOf, releaseOf, required } from '../../../../../tests/support/releases.ts'
import { firmware as anyFirmware } from '../../../../../tests/support/updateWorld.ts'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { isServerReached } from '../../../api/serverReachability.ts'
import type { SettledFirmware } from '../../../update/offers/knownFirmware.ts'
import { offersFor } from '../../../update/offers/offersFor.ts'
import { nextOffer } from '../../../update/offers/nextOffer.ts'
import { type PageStep, pageStep } from '../../../update/pageStep.ts'
import { useKeptText } from '../support/useKeptText.ts'
import { StepPanel } from './StepPanel.tsx'
import { useChangeQuestion } from './useChangeQuestion.tsx'

const recallWords = {
  en: {
    replace: 'Replace 9.5 with 9.4',
    back: '9.5 was withdrawn. Please go back to 9.4 for now.',
    withNewer: 'Replace 9.5 with 9.6',
    newer: '9.5 was withdrawn, and 9.6 replaces it.',
    none: '9.5 was withdrawn',
    nothing: 'There is nothing to install in its place yet.',
    hold: 'There is nothing to install in its place yet. 9.4 is not yet for your detector. The restart fails',
    beta: '9.0 is a beta version: it may contain bugs.',
    draft: '9.0 is a draft, for tests by staff: no customer is offered it',
    older: '9.0 is older than 9.5',
    language: 'The language of the detector changes',
  },
  fr: {
    replace: 'Remplacer la version 9.5 par la version 9.4',
    back: 'La version 9.5 a été retirée. En attendant une nouvelle version, revenez à la version 9.4.',
    withNewer: 'Remplacer la version 9.5 par la version 9.6',
    newer: 'La version 9.5 a été retirée : la version 9.6 la remplace.',
    none: 'La version 9.5 a été retirée',
    nothing: 'Rien ne peut encore être installé à sa place.',
    hold: 'Rien ne peut encore être installé à sa place. La version 9.4 n’est pas encore proposée pour votre détecteur. Le redémarrage échoue',
    beta: '9.0 est une version bêta',
    draft: '9.0 est un brouillon, pour les tests internes : elle n’est proposée à aucun client',
    older: /9\.0 est plus ancienne que la version 9\.5/,
    language: /langue du détecteur/,
  },
} as const

type Release = Parameters<typeof releaseOf>[1]
let lastId = 0
function offer(versionName: string, others: Release = {}): OfferedFirmware {
  lastId += 1
  return { ...anyFirmware, id: lastId, versionName, release: releaseOf('released', others) }
}
const held = (versionName: string) => offer(versionName, { holds: [holdOf([3])] })
const after = (steppingStone: string) => ({ requirements: required({ steppingStone }) })

const unknown: SettledFirmware = { state: 'unknown', versionName: null }
const has = (versionName: string, isRecalled?: true): SettledFirmware => ({
  state: 'installed',
  versionName,
  language: anyFirmware.language,
  ...(isRecalled && { isRecalled }),
})

/** The step of a connected detector to which this is listed, newest first. */
function stepFor(listed: readonly OfferedFirmware[], known: SettledFirmware): PageStep {
  const detector = {
    userProductId: 12,
    serialNumber: identity.serialNumber,
    hardwareVersion: 3,
    known,
    appBuild: 7,
    detectorLanguage: null,
  }
  const { way, kept } = nextOffer(listed, detector, 'fr')
  const [chosen, ...later] = way
  return pageStep({
    reach: 'supported',
    own: null,
    elsewhere: null,
    ended: null,
    waiting: [],
    updating: [],
    silent: [],
    recalled: [],
    detector: { status: 'connected', isSimulated: true, label: 'WS6', identity, accessories: [] },
    known: {
      status: 'known',
      present: { known, detectorLanguage: null },
      offered: offersFor(listed, detector),
      chosen,
      outlook: { later, kept },
      isDefault: true,
    },
  })
}
const said = (listed: readonly OfferedFirmware[], known: SettledFirmware) => textOf(<StepPanel step={stepFor(listed, known)} />)

/** Why the newest is kept, as the note beside what can be installed has it. */
function keptSentence(listed: readonly OfferedFirmware[], known: SettledFirmware): string {
  const step = stepFor(listed, known)
  const kept = 'outlook' in step ? (step.outlook?.kept ?? null) : null
  if (kept === null) throw new Error('nothing is kept')
  return hookOf(useKeptText)(kept).replaceAll(/\s/g, ' ')
}

function questionOf(one: OfferedFirmware, known: SettledFirmware): string {
  const step = stepFor([one], known)
  if (!('change' in step)) throw new Error('there is something to install')
  return textOf(hookOf(useChangeQuestion)(step).description)
}

describeInLanguages('in %s', (locale) => {
  describe('what is kept from a detector', () => {
    const w = requirementWords[locale]
    it('is named beside what can be installed', () => {
      const listed = [held('9.1'), offer('9.0')]
      expect(said(listed, unknown)).toContain(w.install)
      expect(keptSentence(listed, unknown)).toBe(w.hold)
    })

    it('keeps a detector from being called up to date', () => {
      const text = said([held('9.1'), offer('9.0')], has('9.0'))
      expect(text).toContain(w.has)
      expect(text).toContain(w.newest)
      expect(text).not.toContain(w.upToDate)
    })

    it('is the reason why there is nothing to install', () => {
      const text = said([held('9.1')], unknown)
      expect(text).toContain(w.nothing)
      expect(text).toContain(w.hold)
    })

    it('is not named where it is for other hardware', () => {
      const forOther = offer('9.1', { requirements: required({ hardwareVersions: [2] }) })
      expect(said([forOther], unknown)).toContain(w.noneYet)
      const upToDate = said([forOther, offer('9.0')], has('9.0'))
      expect(upToDate).toContain(w.upToDate)
      expect(upToDate).not.toContain('9.1')
    })

    it('needs a version to be installed first, where that is not known', () => {
      const minimum = offer('9.1', { requirements: required({ minimumInstalledVersion: '5.0' }) })
      const text = said([minimum], unknown)
      expect(text).toContain(w.nothing)
      expect(text).toContain(w.minimum)
      expect(said([minimum, offer('9.0')], unknown)).toContain(w.install)
      expect(keptSentence([minimum, offer('9.0')], unknown)).toBe(w.minimum)
    })

    it('needs a newer page, which comes with the network', () => {
      const tooNew = offer('9.1', { requirements: required({ minimumAppBuild: 8 }) })
      expect(said([tooNew], unknown)).toContain(w.build)
      isServerReached.setState(() => false)
      expect(said([tooNew], unknown)).toContain(w.buildOffline)
      isServerReached.setState(() => true)
    })
  })

  describe('the way to a firmware', () => {
    const w = requirementWords[locale]
    it('in two steps is said before the first, and before the second', () => {
      const listed = [offer('9.1', after('9.0')), offer('9.0')]
      const first = said(listed, has('8.0'))
      expect(first).toContain(w.first)
      expect(first).toContain(w.twoSteps)
      const second = said(listed, has('9.0'))
      expect(second).toContain(w.nowSecond)
      expect(second).toContain(w.nowLast)
    })

    it('counts its steps where there are more than two', () => {
      const listed = [offer('9.2', after('9.1')), offer('9.1', after('9.0')), offer('9.0')]
      expect(said(listed, unknown)).toContain(w.steps)
      const second = said(listed, has('9.0'))
      expect(second).toContain(w.nowSecond)
      expect(second).toContain(w.twoLeft)
    })
  })

  describe('a withdrawn version', () => {
    const w = recallWords[locale]
    const recalled = has('9.5', true)

    it('is replaced with an older one, or a newer one where there is one', () => {
      const older = said([offer('9.4')], recalled)
      expect(older).toContain(w.replace)
      expect(older).toContain(w.back)
      const newer = said([offer('9.6'), offer('9.4')], recalled)
      expect(newer).toContain(w.withNewer)
      expect(newer).toContain(w.newer)
    })

    it('may have nothing in its place yet, and a reason for it', () => {
      const nothing = said([], recalled)
      expect(nothing).toContain(w.none)
      expect(nothing).toContain(w.nothing)
      expect(said([held('9.4')], recalled)).toContain(w.hold.replace('9.1', '9.4'))
    })
  })

  describe('the question before an installation', () => {
    const w = recallWords[locale]
    it('warns of a beta and of a draft', () => {
      expect(questionOf({ ...offer('9.0'), isBetaTest: true, release: releaseOf('beta') }, unknown)).toContain(w.beta)
      expect(questionOf({ ...offer('9.0'), release: releaseOf('draft') }, unknown)).toContain(w.draft)
    })

    it('names an older version, but not where it replaces a withdrawn one, whose language alone is asked about', () => {
      expect(questionOf(offer('9.0'), has('9.5'))).toMatch(w.older)
      const inOther = questionOf({ ...offer('9.0'), language: 'Deutsch' }, has('9.5', true))
      expect(inOther).toMatch(w.language)
      expect(inOther).not.toMatch(w.older)
    })
  })
})
