// @module-tag rest
/** A server in wrong hands, as the owner of a detector meets it: it is said in words, nothing is sent, and the honest server ends it. */
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { createSignedWorld, forgetMaker, type SignedWorld } from '../../../../../tests/component/signedWorld.ts'
import { signatureSentences } from '../../../../../tests/support/signatureSentences.ts'
import { connectSimulated, flashOfDetector, letGo, nextStep, openPassedChecks, update } from '../../../../../tests/component/updatePage.ts'
import { type Fault, faults } from '../../../../contract/signatures/signed.ts'

const unchanged = 'Nothing has been changed on your detector.'
const sentenceOf = (fault: Fault) => signatureSentences[fault].en

afterEach(async () => {
  await letGo()
  forgetMaker()
})

const open = (signed: SignedWorld) => openApp('/productUpdate/index', { as: 'customer', calls: signed.calls })
const sentFrames = () =>
  window.simulatedDetector?.frames.filter(({ direction, bytes }) => direction === 'out' && bytes[0] === 6).length ?? 0
const checkAgain = () => nextStep().getByRole('button', { name: 'Check again' }).click()

/** Installs what is offered, to the end. */
async function install(signed: SignedWorld): Promise<void> {
  await update().click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => signed.world.updates[0]).toMatchObject({ versionName: '9.1', success: true })
  expect(flashOfDetector()).toEqual(signed.image)
}

/** The owner of a detector without a firmware. */
async function interrupted(): Promise<SignedWorld> {
  const signed = await createSignedWorld('9.1')
  const lastUpdate = { id: 9, date: '2026-11-21T10:00:00.000Z', firmware: { id: 1, versionName: '9.1', language: 'English' } }
  signed.world.detectors.push(detectorOf(1, { firmwareState: 'none', lastUpdate }))
  return signed
}

async function expectWaiting(fault: Fault): Promise<void> {
  for (const text of [sentenceOf(fault), unchanged, 'Your detector waits for a firmware that the maker has signed'])
    await expect.element(nextStep(), { message: fault }).toMatchTextContent(text)
  await expect.element(update(), { message: fault }).toBeDisabled()
}

/** A page that has seen a catalogue that still holds goes on believing it. */
const ofFirstVisits = ['expired', 'noCatalogue', 'root'] as const satisfies readonly Fault[]

it.for(ofFirstVisits)('a detector without a firmware waits in words at a first visit (%s)', async (fault) => {
  const signed = await interrupted()
  await signed.spoil(fault)
  await open(signed)
  const before = sentFrames()
  await connectSimulated()
  await expectWaiting(fault)
  expect(sentFrames()).toBe(before)
})

it('a detector without a firmware waits in words, whatever the server has wrong, and gets one from the honest server', async () => {
  const signed = await interrupted()
  const before = sentFrames()
  await open(signed)
  await connectSimulated()
  await openPassedChecks()
  for (const fault of faults.filter((one) => !ofFirstVisits.some((first) => first === one))) {
    await signed.spoil(fault)
    await checkAgain()
    await expectWaiting(fault)
    expect(sentFrames(), `frames with ${fault}`).toBe(before)
    await signed.beHonest()
    await checkAgain()
    await expect.element(update(), { message: fault }).toBeEnabled()
  }
  await install(signed)
})

it('a detector that works goes on working, and the page finds nothing wrong in how it is said', async () => {
  const signed = await createSignedWorld('9.1')
  await signed.spoil('altered')
  await open(signed)
  await connectSimulated()
  await expect.element(nextStep()).toMatchTextContent('You can go on using it meanwhile.')
  await expect.element(update()).toBeDisabled()
  await expectNoAxeFindings('a signature that is not the maker’s', { at: [390, 1280] })
})

it('what has expired is a warning offline, and its owner decides', async () => {
  const signed = await createSignedWorld('9.1')
  await signed.spoil('expired')
  await open(signed)
  await connectSimulated()
  await expect.element(nextStep()).toMatchTextContent(sentenceOf('expired'))
  await expect.element(update()).toBeDisabled()
  signed.cut()
  await checkAgain()
  await expect.element(nextStep()).toMatchTextContent('It is not known whether this firmware is still recommended')
  await expect.element(update()).toBeEnabled()
  await install(signed)
})
