/** The next step while no detector is connected, and while one is updated. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { drawComponent } from '../../../../../tests/component/render.tsx'
import { restartRemedy, testStates, viewOf } from '../../../../../tests/component/stepStates.tsx'
import type { LastEnd } from '../../../update/records/lastEnd.ts'
import type { RecalledDetector, WaitingDetector } from '../../../update/offers/otherDetectors.ts'
import { NextStep } from './NextStep.tsx'

const waiting: WaitingDetector = {
  productName: 'WS6 Master',
  serialNumber: '0A1B2C3D4E',
  serialNumberFormatted: '0A 1B 2C 3D 4E',
  versionName: '5.3',
  percent: 44,
}

const recalled: RecalledDetector = { ...waiting, userProductId: 1, versionName: '5.5', withdrawnAt: '2026-11-20T08:00:00.000Z' }

const ended: LastEnd = {
  owner: 1,
  target: {
    userProductId: 1,
    productName: 'WS6 Master',
    versionName: '5.3',
    language: 'English',
    before: { versionName: '5.2', language: 'English' },
  },
  changeLog: '- **Louder** in the rain',
  hasRestarted: true,
  at: '2026-11-21T11:44:00.000Z',
  tookMs: 13_400,
}
const again: LastEnd = { ...ended, target: { ...ended.target, before: { versionName: '5.3', language: 'English' } } }
const notRestarted: LastEnd = { ...ended, hasRestarted: false }

testStates('is said in a headline, a sentence and one button at most while none is connected, or one is updated', [
  ['nothing connected', { name: 'connect' }, ['Connect your detector', 'Connect my detector']],
  ['connecting', { name: 'connecting' }, ['Connecting…', 'Connecting…']],
  [
    'two plugged in',
    {
      name: 'choosing',
      candidates: [
        { key: '0A1B2C3D4E', label: 'WS6', serialNumber: '0A1B2C3D4E' },
        { key: '0A1B2C3D4F', label: 'XP', serialNumber: '0A1B2C3D4F' },
      ],
    },
    ['Which detector?', null],
    'XP',
  ],
  [
    'two of the same model plugged in',
    {
      name: 'alike',
      candidates: [
        { key: '0A1B2C3D4E', label: 'WS6', serialNumber: '0A1B2C3D4E' },
        { key: '0A1B2C3D4F', label: 'WS6', serialNumber: '0A1B2C3D4F' },
      ],
    },
    ['Unplug one detector', null],
    'WS6, 0A 1B 2C 3D 4F',
  ],
  [
    'access denied by Linux',
    { name: 'notConnected', cause: 'device.permission.denied.error' },
    ['The detector could not be connected', 'Try again'],
    '70-detector.rules',
  ],
  ['unplugged', { name: 'lost' }, ['The detector was unplugged', 'Reconnect the detector']],
  [
    'stopped, and unplugged since',
    { name: 'waiting', detector: waiting, isLost: true },
    ['Finish the update', 'Reconnect the detector'],
    '44%',
  ],
  [
    'stopped at an earlier visit',
    { name: 'waiting', detector: { ...waiting, percent: null }, isLost: false },
    ['Finish the update', 'Connect my detector'],
    '0A 1B 2C 3D 4E',
  ],
  [
    'whose firmware was withdrawn',
    { name: 'recalled', detector: recalled, isLost: false },
    ['Replace 5.5 on your WS6 Master', 'Connect my detector'],
    '5.5 on your WS6 Master (0A 1B 2C 3D 4E) was withdrawn. Connect the detector',
  ],
  [
    'whose firmware was withdrawn, and unplugged since',
    { name: 'recalled', detector: recalled, isLost: true },
    ['Replace 5.5 on your WS6 Master', 'Reconnect the detector'],
    'Plug it back in',
  ],
  [
    'after a success',
    { name: 'restarted', end: ended },
    ['WS6 Master has 5.3', 'Connect my detector'],
    /Installed on 21\/11\/2026 \d\d:\d\d in 13 s.*What’s new in 5\.3/,
  ],
  ['after a reinstallation', { name: 'restarted', end: again }, ['WS6 Master has 5.3', 'Connect my detector'], 'Reinstalled on'],
  [
    'that did not restart',
    { name: 'notRestarted', end: notRestarted },
    ['Your detector did not restart', 'Reconnect the detector'],
    restartRemedy,
  ],
  [
    'updated by another tab',
    { name: 'updating', where: 'otherTab', progress: { userProductId: 1, productName: 'WS6 Master', versionName: '5.3', percent: 37 } },
    ['Updating to 5.3', null],
    '37%',
  ],
  ['that another tab has just begun to update', { name: 'updating', where: 'otherTab', progress: null }, ['An update is running', null]],
  ['updated by this page', { name: 'updating', where: 'here', versionName: '5.3' }, ['Updating to 5.3', null]],
  [
    'updated by another computer',
    { name: 'updating', where: 'otherComputer', detector: { ...waiting, percent: 38 } },
    ['Updating to 5.3', null],
    /0A 1B 2C 3D 4E.*38%/s,
  ],
  [
    'whose update has not been heard of since',
    { name: 'silent', detector: { ...waiting, heardAt: '2026-03-05T12:31:00.000Z', hasErased: true }, isLost: false },
    ['An update was running on 05/03/2026 12:31', 'Connect my detector'],
    '0A 1B 2C 3D 4E',
  ],
])

it('asks for confirmation before it records that a stopped detector works again', async () => {
  const { calls, detectors } = createCustomer()
  detectors.push(detectorOf(1, { firmwareState: 'none' }))
  const { seen } = await drawComponent(<NextStep view={viewOf({ name: 'waiting', detector: waiting, isLost: false })} />, {
    as: 'customer',
    calls,
  })
  await page.getByRole('button', { name: 'My detector works again' }).click()
  const question = page.getByRole('alertdialog', { name: 'Does your WS6 Master work again?' })
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await question.getByRole('button', { name: 'Yes, it works' }).click()
  await expect.poll(() => seen.map(({ name }) => name)).toContain('userProduct.confirmWorks')
})
