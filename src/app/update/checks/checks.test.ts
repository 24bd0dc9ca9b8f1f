import { describe, expect, it } from 'vitest'
import { holdOf, required } from '../../../../tests/support/releases.ts'
import { noRequirements } from '../../../contract/requirements.ts'
import { type Check, type CheckFacts, type CheckName, isRefused, evaluateChecks, type Verdict } from './checks.ts'

const sound: CheckFacts = {
  isWebHidSupported: true,
  isConnected: true,
  pluggedDetectors: 1,
  addedDetectors: 0,
  isSameDetector: true,
  isRightModel: true,
  isFileGood: true,
  detectorBatteryPercent: 87,
  computerBattery: { percent: 64, isCharging: false },
  canKeepAwake: true,
  isOtherTabUpdating: false,
  hasFirmware: true,
  link: { roundTripMs: 2, faultShare: 0, foreignFrames: 0 },
  conditions: { versionName: '5.3', requirements: noRequirements, holds: [] },
  hardwareVersion: 3,
  installedVersion: '5.0',
  hasCoil: true,
  appBuild: 7,
  signature: { state: 'none' },
}
const link = { roundTripMs: 2, faultShare: 0, foreignFrames: 0 }

it('all pass for a good detector on a good cable', () => {
  const checks = evaluateChecks(sound)
  expect(checks).toHaveLength(10)
  expect(new Set(checks.map(({ verdict }) => verdict))).toEqual(new Set(['passed']))
  expect(isRefused(checks)).toBe(false)
})

const cases: readonly [string, Partial<CheckFacts>, CheckName, Verdict][] = [
  ['a browser without WebHID', { isWebHidSupported: false }, 'browser', 'refused'],
  ['a second detector that was there before one of them was connected', { pluggedDetectors: 2 }, 'detector', 'warned'],
  ['the simulated detector', { pluggedDetectors: 0 }, 'detector', 'passed'],
  ['a firmware for another model', { isRightModel: false }, 'model', 'refused'],
  ['a file that is not the published one', { isFileGood: false }, 'file', 'refused'],
  ['a file that has not been fetched', { isFileGood: null }, 'file', 'later'],
  ['a battery that will do', { detectorBatteryPercent: 30 }, 'detectorBattery', 'passed'],
  ['a computer about to switch off', { computerBattery: { percent: 6, isCharging: false } }, 'computerBattery', 'refused'],
  ['a computer with just enough left', { computerBattery: { percent: 7, isCharging: false } }, 'computerBattery', 'warned'],
  ['a computer low on battery', { computerBattery: { percent: 19, isCharging: false } }, 'computerBattery', 'warned'],
  ['an empty computer that is charging', { computerBattery: { percent: 3, isCharging: true } }, 'computerBattery', 'passed'],
  ['a screen that may go dark', { canKeepAwake: false }, 'awake', 'warned'],
  ['another tab that is updating', { isOtherTabUpdating: true }, 'alone', 'refused'],
  ['another program that talks to the detector', { link: { ...link, foreignFrames: 1 } }, 'alone', 'warned'],
  ['a cable that loses a frame now and then', { link: { ...link, faultShare: 0.05 } }, 'link', 'warned'],
]

it.each(cases)('judges %s', (_, facts, name, verdict) => {
  const checks = evaluateChecks({ ...sound, ...facts })
  expect(checks.find((check) => check.name === name)).toEqual({ name, verdict })
  expect(isRefused(checks)).toBe(verdict === 'refused')
  expect(checks.filter((check) => check.verdict !== 'passed')).toEqual(verdict === 'passed' ? [] : [{ name, verdict }])
})

it.each<readonly [string, number | null, Verdict]>([
  ['nearly empty', 14, 'refused'],
  ['low', 15, 'warned'],
  ['unknown', null, 'warned'],
])('say why a battery did not pass: %s', (_, percent, verdict) => {
  const checks = evaluateChecks({ ...sound, detectorBatteryPercent: percent })
  expect(checks.filter((check) => check.verdict !== 'passed')).toEqual([
    { name: 'detectorBattery', verdict, battery: { neededPercent: null, percent } },
  ])
})

it.each<readonly [CheckFacts['link'], Verdict, 'poor' | 'silent']>([
  [{ ...link, faultShare: 0.2 }, 'risky', 'poor'],
  [{ cause: 'device.no.reply.error' }, 'refused', 'silent'],
])('say why a link did not pass: %j', (found, verdict, fault) => {
  const checks = evaluateChecks({ ...sound, link: found })
  expect(checks.filter((check) => check.verdict !== 'passed')).toEqual([{ name: 'link', verdict, link: fault }])
  expect(isRefused(checks)).toBe(verdict === 'refused')
})

it('say of a detector that is gone that it is, and nothing else', () => {
  const worst = { isRightModel: false, detectorBatteryPercent: null, hasCoil: null, link: { cause: 'device.disconnected.error' } } as const
  const checks = evaluateChecks({ ...demanding({ needsCoil: true }), ...worst, isConnected: false })
  expect(checks.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'later')).toEqual([{ name: 'permission', verdict: 'refused' }])
})

it.each<readonly [CheckFacts['link'], Check['link']]>([
  [{ ...link, faultShare: 0.3 }, 'poor'],
  [{ cause: 'device.no.reply.error' }, 'silent'],
])('let a detector without a firmware be updated over a poor link, and say that it may stop: %j', (poor, fault) => {
  const checks = evaluateChecks({ ...sound, hasFirmware: false, link: poor })
  expect(checks.filter(({ verdict }) => verdict !== 'passed')).toEqual([{ name: 'link', verdict: 'warned', link: fault }])
})

it('leave out the computer battery when the browser does not report it', () => {
  expect(evaluateChecks({ ...sound, computerBattery: null }).map(({ name }) => name)).not.toContain('computerBattery')
})

it('refuses a detector after whose connection another one was plugged in, and says so', () => {
  const checks = evaluateChecks({ ...sound, pluggedDetectors: 2, addedDetectors: 1 })
  expect(checks.filter(({ verdict }) => verdict !== 'passed')).toEqual([{ name: 'detector', verdict: 'refused', isDoubtful: true }])
})

it('say of another detector that it is another one, and nothing else', () => {
  const worst = { isRightModel: false, detectorBatteryPercent: 3, link: { ...link, faultShare: 0.5 }, addedDetectors: 1 }
  const checks = evaluateChecks({ ...sound, ...worst, isSameDetector: false })
  expect(checks.filter(({ verdict }) => verdict === 'refused' || verdict === 'warned')).toEqual([{ name: 'detector', verdict: 'refused' }])
  expect(checks.filter(({ verdict }) => verdict === 'later').map(({ name }) => name)).toEqual(['model', 'detectorBattery', 'link'])
})

type Conditions = Parameters<typeof required>[0]
const demanding = (conditions: Conditions, others: Partial<CheckFacts> = {}): CheckFacts => ({
  ...sound,
  conditions: { versionName: '5.3', requirements: required(conditions), holds: [] },
  ...others,
})
const checkOf = (facts: CheckFacts, name: CheckName) => evaluateChecks(facts).find((check) => check.name === name)

it.each<readonly [string, number | null, Verdict, boolean]>([
  ['too low for this firmware', 39, 'refused', true],
  ['nearly empty', 10, 'refused', true],
  ['just enough', 40, 'passed', false],
  ['unknown', null, 'warned', true],
])('of a firmware that needs 40 %% battery: %s', (_, percent, verdict, isSaid) => {
  const check = checkOf(demanding({ minimumBatteryPercent: 40 }, { detectorBatteryPercent: percent }), 'detectorBattery')
  expect(check).toEqual({ name: 'detectorBattery', verdict, ...(isSaid && { battery: { neededPercent: 40, percent } }) })
})

it('judge a battery by the usual limits where a firmware needs less, and that of a detector without a firmware too', () => {
  const lower = (percent: number) =>
    checkOf(demanding({ minimumBatteryPercent: 5 }, { detectorBatteryPercent: percent }), 'detectorBattery')
  expect([lower(14), lower(15)]).toEqual([
    { name: 'detectorBattery', verdict: 'refused', battery: { neededPercent: null, percent: 14 } },
    { name: 'detectorBattery', verdict: 'warned', battery: { neededPercent: null, percent: 15 } },
  ])
  const erased = demanding({ minimumBatteryPercent: 40 }, { detectorBatteryPercent: 31, hasFirmware: false })
  expect(isRefused(evaluateChecks(erased))).toBe(true)
})

it('ask for a coil only where one is required, and not of a detector without a firmware', () => {
  const coil = (others: Partial<CheckFacts>) => checkOf(demanding({ needsCoil: true }, others), 'coil')?.verdict
  expect(checkOf(sound, 'coil')).toBeUndefined()
  expect(coil({})).toBe('passed')
  expect(coil({ hasCoil: false })).toBe('refused')
  expect(coil({ hasCoil: null })).toBe('warned')
  expect(coil({ hasCoil: false, hasFirmware: false })).toBeUndefined()
  expect(coil({ hasCoil: false, isSameDetector: false })).toBeUndefined()
})

const held = (hardwareVersions: number[], others: Partial<CheckFacts> = {}): CheckFacts => ({
  ...sound,
  conditions: { versionName: '5.3', requirements: noRequirements, holds: [holdOf(hardwareVersions)] },
  ...others,
})
const kindOf = (facts: CheckFacts) => checkOf(facts, 'release')?.unmet?.kind

describe('of the release', () => {
  it('refuse what has come to be kept from the detector since it was offered', () => {
    expect(kindOf(held([3]))).toBe('hold')
    expect(kindOf(demanding({ hardwareVersions: [2] }))).toBe('hardware')
    expect(kindOf(demanding({ minimumAppBuild: 8 }))).toBe('appBuild')
    expect(kindOf(demanding({ minimumInstalledVersion: '5.1' }))).toBe('minimum')
    expect(kindOf(demanding({ steppingStone: '5.0' }, { installedVersion: null }))).toBe('minimum')
    expect(isRefused(evaluateChecks(held([3])))).toBe(true)
  })

  it('say nothing while nothing keeps it from the detector', () => {
    for (const facts of [sound, held([2]), demanding({ hardwareVersions: [2, 3], minimumAppBuild: 7, minimumInstalledVersion: '5.0' })])
      expect(checkOf(facts, 'release')).toBeUndefined()
  })

  it('look only at the hardware of a detector without a firmware, and at nothing of another one', () => {
    const without = { hasFirmware: false, installedVersion: null }
    expect(kindOf(held([3], without))).toBeUndefined()
    expect(kindOf(demanding({ minimumAppBuild: 8, minimumInstalledVersion: '5.1' }, without))).toBeUndefined()
    expect(kindOf(demanding({ hardwareVersions: [2] }, without))).toBe('hardware')
    expect(kindOf(held([3], { isSameDetector: false }))).toBeUndefined()
    expect(kindOf(held([3], { hardwareVersion: null }))).toBeUndefined()
  })
})
