import { expect, it } from 'vitest'
import { messageKinds } from '../../contract/userSupport.ts'
import { isSwitchable } from './messageTexts.ts'

it('only news and reminders can be switched off: no recall, no decision about a proof, nothing about the account [T1052]', () => {
  expect(messageKinds.filter(isSwitchable).toSorted()).toEqual(['betaOffered', 'extensionEnds', 'releaseOffered', 'updateUnfinished'])
})
