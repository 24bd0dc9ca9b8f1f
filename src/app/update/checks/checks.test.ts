import { expect, it } from 'vitest'
import { type CheckFacts, type CheckName, isRefused, evaluateChecks, type Verdict } from './checks.ts'

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
  ['a detector that is gone', { isConnected: false }, 'permission', 'refused'],
  ['a second detector that was there before one of them was connected', { pluggedDetectors: 2 }, 'detector', 'warned'],
  ['the simulated detector', { pluggedDetectors: 0 }, 'detector', 'passed'],
  ['a firmware for another model', { isRightModel: false }, 'model', 'refused'],
  ['a file that is not the published one', { isFileGood: false }, 'file', 'refused'],
  ['a file that has not been fetched', { isFileGood: null }, 'file', 'later'],
  ['a nearly empty battery', { detectorBatteryPercent: 14 }, 'detectorBattery', 'refused'],
  ['a low battery', { detectorBatteryPercent: 15 }, 'detectorBattery', 'warned'],
  ['a battery that will do', { detectorBatteryPercent: 30 }, 'detectorBattery', 'passed'],
  ['a battery that the detector does not know', { detectorBatteryPercent: null }, 'detectorBattery', 'warned'],
  ['a computer about to switch off', { computerBattery: { percent: 6, isCharging: false } }, 'computerBattery', 'refused'],
  ['a computer with just enough left', { computerBattery: { percent: 7, isCharging: false } }, 'computerBattery', 'warned'],
  ['a computer low on battery', { computerBattery: { percent: 19, isCharging: false } }, 'computerBattery', 'warned'],
  ['an empty computer that is charging', { computerBattery: { percent: 3, isCharging: true } }, 'computerBattery', 'passed'],
  ['a screen that may go dark', { canKeepAwake: false }, 'awake', 'warned'],
  ['another tab that is updating', { isOtherTabUpdating: true }, 'alone', 'refused'],
  ['another program that talks to the detector', { link: { ...link, foreignFrames: 1 } }, 'alone', 'warned'],
  ['a cable that loses a frame now and then', { link: { ...link, faultShare: 0.05 } }, 'link', 'warned'],
  ['a bad cable', { link: { ...link, faultShare: 0.2 } }, 'link', 'risky'],
  ['a detector that does not answer', { link: { cause: 'device.no.reply.error' } }, 'link', 'refused'],
]

it.each(cases)('judges %s', (_, facts, name, verdict) => {
  const checks = evaluateChecks({ ...sound, ...facts })
  expect(checks.find((check) => check.name === name)).toEqual({ name, verdict })
  expect(isRefused(checks)).toBe(verdict === 'refused')
  expect(checks.filter((check) => check.verdict !== 'passed')).toEqual(verdict === 'passed' ? [] : [{ name, verdict }])
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
