// @module-tag rest
/** Generating warranty codes, and the earlier batches: their files, notes and recalls. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { listIsThere } from '../../../../tests/component/list.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { watchSavedFiles } from '../../../../tests/component/savedFiles.ts'
import { codeBatch, codeCalls, fileOf } from '../../../../tests/component/warrantyCodes.ts'
import { AppError } from '../../../errors.ts'

const w = {
  number: 'Number of codes',
  gifted: 'Gifted',
  batches: 'Earlier batches',
  again: /^Download the codes of 20\/11\/2026/,
} as const

const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const dialog = (name: string) => page.getByRole('dialog', { name })

describe('warranty codes', () => {
  it('are generated and saved under the name that the server gives, the same when a lost request is sent again [T93]', async () => {
    const saved = watchSavedFiles()
    let isLost = true
    const generateCode = () => {
      if (isLost) throw new AppError('network.offline.error')
      return fileOf('20 codes', 'new-codes.xlsx')
    }
    const { seen, sent } = await openApp('/warrantyCode/index', { as: 'marketing', calls: codeCalls({ generateCode }) })
    await listIsThere()
    await expectNoAxeFindings('warranty codes')
    await page.getByRole('button', { name: 'Generate codes' }).click()
    const generating = dialog('Generate warranty codes')
    await expect.element(generating).toBeVisible()
    await expectNoAxeFindings('generating codes')
    const send = generating.getByRole('button', { name: 'Generate and download' })
    await send.click()
    await expect.element(generating.getByText('This field is required')).toBeVisible()
    for (const wrong of ['-1', 'x', '50001']) {
      await generating.getByLabelText(w.number).fill(wrong)
      await expect.element(generating.getByText('Invalid number')).toBeVisible()
    }
    await generating.getByLabelText(w.number).fill('20')
    await generating.getByRole('checkbox', { name: w.gifted }).click()
    await send.click()
    await expect.element(generating.getByRole('alert')).toMatchTextContent('The server cannot be reached')
    isLost = false
    await send.click()
    await expect.element(toast('Codes generated')).toBeVisible()
    await expect.element(generating).not.toBeInTheDocument()
    const body = { nbCode: 20, isGifted: true }
    expect(sent('warrantyCode.generateCode')).toMatchObject([{ body }, { body }])
    const keys = seen.filter(({ name }) => name === 'warrantyCode.generateCode').map(({ idempotencyKey }) => idempotencyKey)
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
    expect(saved.map(({ name }) => name)).toEqual(['new-codes.xlsx'])
    expect(await saved[0]?.text).toBe('20 codes')
  })

  it('of an earlier batch can be downloaded again', async () => {
    const saved = watchSavedFiles()
    await openApp('/warrantyCode/index', { as: 'backoffice', calls: codeCalls() })
    await page.getByRole('button', { name: w.batches }).click()
    const list = dialog(w.batches)
    for (const text of ['Ann Admin', '7 used', w.gifted]) await expect.element(list.getByText(text)).toBeVisible()
    await expectNoAxeFindings('earlier batches')
    await list.getByRole('button', { name: w.again }).click()
    await expect.poll(() => saved.map(({ name }) => name)).toEqual(['batch.xlsx'])
    expect(await saved[0]?.text).toBe('batch 12')
    await list.getByRole('button', { name: 'Close' }).click()
    await expect.element(list).not.toBeInTheDocument()
  })
})

it('of a batch are recalled with a reason, and its note is written; the back office cannot recall [T728]', async () => {
  let shown = codeBatch
  const { sent } = await openApp('/warrantyCode/index', {
    as: 'marketing',
    calls: codeCalls({
      getBatches: () => [shown],
      setBatchNote({ params, body: { note = '' } }) {
        shown = { ...shown, note }
        return params
      },
      recallBatch({ params, body: { reason } }) {
        shown = { ...shown, recall: { at: '2026-11-27T10:00:00.000Z', by: codeBatch.user, reason } }
        return { ...params, nbVoid: 993 }
      },
    }),
  })
  await page.getByRole('button', { name: 'Earlier batches' }).click()
  await page.getByRole('button', { name: /^Note on the codes of 20\/11\/2026/ }).click()
  await page.getByLabelText('Note', { exact: true }).fill('For the fair in Lyon')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog('Earlier batches').getByText('For the fair in Lyon')).toBeVisible()
  await page.getByRole('button', { name: /^Recall the codes of 20\/11\/2026/ }).click()
  const send = page.getByRole('button', { name: 'Recall 993 codes' })
  await send.click()
  await expect.element(page.getByText('This field is required')).toBeVisible()
  await expectNoAxeFindings('recalling codes')
  await page.getByLabelText('Reason').fill('The file leaked')
  await send.click()
  await expect.element(toast('993 codes are void')).toBeVisible()
  await expect
    .element(dialog('Earlier batches').getByText(/Recalled 27\/11\/2026 by Ann Admin: The file leaked · 993 void codes/))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Recall/ })).not.toBeInTheDocument()
  await expectNoAxeFindings('a recalled batch')
  expect(sent('warrantyCode.recallBatch')).toMatchObject([{ body: { reason: 'The file leaked' } }])
  await openApp('/warrantyCode/index', { as: 'backoffice', calls: codeCalls() })
  await page.getByRole('button', { name: 'Earlier batches' }).click()
  await expect.element(page.getByRole('button', { name: /^Note/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Recall/ })).not.toBeInTheDocument()
})

it('that broke off on their way are not saved, and a name of today is used where the server gives none [T174]', async () => {
  const saved = watchSavedFiles()
  let isBroken = true
  const downloadBatch = () => {
    const breaking = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })
    return isBroken ? new Response(breaking) : new Response('batch')
  }
  await openApp('/warrantyCode/index', { as: 'admin', calls: codeCalls({ downloadBatch }) })
  await page.getByRole('button', { name: 'Earlier batches' }).click()
  const again = dialog('Earlier batches').getByRole('button', { name: w.again })
  await again.click()
  await expect.element(toast('The server cannot be reached')).toBeVisible()
  expect(saved).toEqual([])
  isBroken = false
  await again.click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^warranty-codes-\d{4}-\d\d-\d\d\.xlsx$/)])
})
