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
  generate: 'Generate codes',
  generating: 'Generate warranty codes',
  number: 'Number of codes',
  gifted: 'Gifted',
  send: 'Generate and download',
  required: 'This field is required',
  invalid: 'Invalid number',
  done: 'Codes generated',
  batches: 'Earlier batches',
  again: /^Download the codes of 20\/11\/2026/,
  used: '7 used',
  close: 'Close',
} as const

const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const dialog = (name: string) => page.getByRole('dialog', { name })

describe('warranty codes', () => {
  it('are generated and saved under the name that the server gives [T93]', async () => {
    const saved = watchSavedFiles()
    const { seen } = await openApp('/warrantyCode/index', { as: 'marketing', calls: codeCalls() })
    await listIsThere()
    await expectNoAxeFindings('warranty codes')
    await page.getByRole('button', { name: w.generate }).click()
    const generating = dialog(w.generating)
    await expect.element(generating).toBeVisible()
    await expectNoAxeFindings('generating codes')
    await generating.getByRole('button', { name: w.send }).click()
    await expect.element(generating.getByText(w.required)).toBeVisible()
    for (const wrong of ['-1', 'x', '50001']) {
      await generating.getByLabelText(w.number).fill(wrong)
      await expect.element(generating.getByText(w.invalid)).toBeVisible()
    }
    await generating.getByLabelText(w.number).fill('20')
    await generating.getByRole('checkbox', { name: w.gifted }).click()
    await generating.getByRole('button', { name: w.send }).click()
    await expect.element(toast(w.done)).toBeVisible()
    await expect.element(generating).not.toBeInTheDocument()
    expect(seen.filter(({ name }) => name === 'warrantyCode.generateCode')).toMatchObject([
      { parts: { body: { nbCode: 20, isGifted: true } } },
    ])
    expect(saved.map(({ name }) => name)).toEqual(['new-codes.xlsx'])
    expect(await saved[0]?.text).toBe('20 codes')
  })

  it('of an earlier batch can be downloaded again', async () => {
    const saved = watchSavedFiles()
    await openApp('/warrantyCode/index', { as: 'backoffice', calls: codeCalls() })
    await page.getByRole('button', { name: w.batches }).click()
    const list = dialog(w.batches)
    for (const text of ['Ann Admin', w.used, w.gifted]) await expect.element(list.getByText(text)).toBeVisible()
    await expectNoAxeFindings('earlier batches')
    await list.getByRole('button', { name: w.again }).click()
    await expect.poll(() => saved.map(({ name }) => name)).toEqual(['batch.xlsx'])
    expect(await saved[0]?.text).toBe('batch 12')
    await list.getByRole('button', { name: w.close }).click()
    await expect.element(list).not.toBeInTheDocument()
  })
})

it('of a batch are recalled with a reason, and its note is written; the back office cannot recall [T728]', async () => {
  let shown = codeBatch
  const { seen } = await openApp('/warrantyCode/index', {
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
  expect(seen.find(({ name }) => name === 'warrantyCode.recallBatch')?.parts).toMatchObject({ body: { reason: 'The file leaked' } })
  await openApp('/warrantyCode/index', { as: 'backoffice', calls: codeCalls() })
  await page.getByRole('button', { name: 'Earlier batches' }).click()
  await expect.element(page.getByRole('button', { name: /^Note/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Recall/ })).not.toBeInTheDocument()
})

it('are the same when a request is sent again after its answer was lost', async () => {
  const saved = watchSavedFiles()
  let isLost = true
  const generateCode = () => {
    if (isLost) throw new AppError('network.offline.error')
    return fileOf('20 codes', 'new-codes.xlsx')
  }
  const { seen } = await openApp('/warrantyCode/index', { as: 'admin', calls: codeCalls({ generateCode }) })
  await page.getByRole('button', { name: 'Generate codes' }).click()
  const generating = dialog('Generate warranty codes')
  await generating.getByLabelText('Number of codes').fill('20')
  const send = generating.getByRole('button', { name: 'Generate and download' })
  await send.click()
  await expect.element(generating.getByRole('alert')).toMatchTextContent('The server cannot be reached')
  isLost = false
  await send.click()
  await expect.poll(() => saved.length).toBe(1)
  const keys = seen.filter(({ name }) => name === 'warrantyCode.generateCode').map(({ idempotencyKey }) => idempotencyKey)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toBeTruthy()
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
