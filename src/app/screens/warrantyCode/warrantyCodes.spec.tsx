/** The list of warranty codes, generating codes, and downloading them. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { describeInEachLanguage } from '../../../../tests/component/languages.ts'
import { filters as filterMenu, lastRequest, listIsThere, names, rows, searchBox } from '../../../../tests/component/list.ts'
import { shownUser } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { watchSavedFiles } from '../../../../tests/component/savedFiles.ts'
import type { OfferedFilter } from '../../../contract/table.ts'
import type { CodeBatch, WarrantyCodeRow } from '../../../contract/warrantyCode.ts'
import { AppError } from '../../../errors.ts'

const words = {
  en: {
    title: 'Warranty codes',
    generate: 'Generate codes',
    generating: 'Generate warranty codes',
    number: 'Number of codes',
    gifted: 'Gifted',
    send: 'Generate and download',
    required: 'This field is required',
    invalid: 'Invalid number',
    done: 'Codes generated',
    download: 'Download for Excel',
    batches: 'Earlier batches',
    again: /^Download the codes of 20\/11\/2026/,
    used: '7 used',
    close: 'Close',
  },
  fr: {
    title: 'Codes de garantie',
    generate: 'Générer des codes',
    generating: 'Générer des codes de garantie',
    number: 'Nombre de codes',
    gifted: 'Offert',
    send: 'Générer et télécharger',
    required: 'Ce champ est obligatoire',
    invalid: 'Nombre non valide',
    done: 'Codes générés',
    download: 'Télécharger pour Excel',
    batches: 'Lots précédents',
    again: /^Télécharger les codes du 20\/11\/2026/,
    used: '7 utilisés',
    close: 'Fermer',
  },
} as const

const filters: OfferedFilter[] = [
  { position: 0, selectedValue: '', name: 'startDate', kind: 'dateRange', options: [] },
  { position: 1, selectedValue: '', name: 'endDate', kind: 'dateRange', options: [] },
  ...['used', 'gifted'].map((name, index) => ({
    position: 2 + index,
    selectedValue: '',
    name,
    kind: 'select' as const,
    options: ['true', 'false'].map((id) => ({ id, tostring: id })),
  })),
]
const nothing = {
  product: null,
  serial: null,
  startDateStr: '',
  endDateStr: '',
  startDate: null,
  endDate: null,
  user: null,
  accessory: null,
}
const unused: WarrantyCodeRow = { id: 1, code: 'DEMO2026COIL00000001', used: false, isVoid: false, gifted: true, ...nothing }
const claimed: WarrantyCodeRow = {
  id: 2,
  code: '222222222222222227',
  used: true,
  isVoid: false,
  gifted: false,
  product: 'WS6 Master',
  serial: '11 A0 00 01',
  startDateStr: '21/11/2031',
  endDateStr: '21/11/2036',
  startDate: '2031-11-21T00:00:00.000Z',
  endDate: '2036-11-21T00:00:00.000Z',
  user: { id: 4, tostring: 'Marc Delaunay' },
  accessory: { id: 1, tostring: '11 A0 00 01' },
}
const batch: CodeBatch = {
  id: 12,
  createdAt: '2026-11-20T10:00:00.000Z',
  nbCode: 1_000,
  nbUsed: 7,
  isGifted: true,
  user: { id: 1, tostring: 'Ann Admin' },
  note: '',
  recall: null,
}

const fileOf = (text: string, name: string) =>
  new Response(text, { headers: { 'Content-Disposition': `attachment; filename="x"; filename*=UTF-8''${name}` } })

function createCalls(others: FakeCalls['warrantyCode'] = {}): FakeCalls {
  return {
    warrantyCode: {
      ...fakeTable(() => [unused, claimed], {
        allowed: { create: true, edit: false, remove: false },
        filters,
        fits: (row, filter, chosen) => filter !== 'used' || String(row.used) === chosen,
      }),
      generateCode: ({ body: { nbCode } }) => fileOf(`${nbCode} codes`, 'new-codes.xlsx'),
      downloadExcelCodes: () => fileOf('the list', 'codes.xlsx'),
      getBatches: () => [batch],
      downloadBatch: ({ params: { id } }) => fileOf(`batch ${id}`, 'batch.xlsx'),
      ...others,
    },
    user: { get: () => shownUser() },
  }
}
const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const dialog = (name: string) => page.getByRole('dialog', { name })

describeInEachLanguage('warranty codes (%s)', (locale) => {
  const w = words[locale]

  it('are generated and saved under the name that the server gives [T93]', async () => {
    const saved = watchSavedFiles()
    const { seen } = await openApp('/warrantyCode/index', { as: 'marketing', calls: createCalls(), locale })
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
    await openApp('/warrantyCode/index', { as: 'backoffice', calls: createCalls(), locale })
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
  let shown = batch
  const { seen } = await openApp('/warrantyCode/index', {
    as: 'marketing',
    calls: createCalls({
      getBatches: () => [shown],
      setBatchNote({ params, body: { note = '' } }) {
        shown = { ...shown, note }
        return params
      },
      recallBatch({ params, body: { reason } }) {
        shown = { ...shown, recall: { at: '2026-11-27T10:00:00.000Z', by: batch.user, reason } }
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
  await openApp('/warrantyCode/index', { as: 'backoffice', calls: createCalls() })
  await page.getByRole('button', { name: 'Earlier batches' }).click()
  await expect.element(page.getByRole('button', { name: /^Note/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Recall/ })).not.toBeInTheDocument()
})

it('of a recalled batch are shown as void', async () => {
  const table = fakeTable(() => [{ ...unused, isVoid: true }], { allowed: { create: true, edit: false, remove: false }, filters })
  await openApp('/warrantyCode/index', { as: 'admin', calls: createCalls(table) })
  await listIsThere()
  await expect.element(rows().getByText('Void')).toBeVisible()
})

it('are listed in groups, with what they were used for; the user is a link [T26]', async () => {
  const { address } = await openApp('/warrantyCode/index', { as: 'marketing', calls: createCalls() })
  await listIsThere()
  await expect.poll(names).toEqual(['222-222-222-222-222-227', 'DEMO2026COIL00000001'])
  const cells = rows()
    .first()
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent)
  expect(cells.slice(1)).toEqual(['WS6 Master', 'Yes', 'No', '11 A0 00 01', '21/11/2031', '21/11/2036', 'Marc Delaunay'])
  await expect.element(rows().nth(1)).toMatchTextContent('–')
  expect(rows().getByRole('button').elements()).toEqual([])
  await rows().getByRole('link', { name: 'Marc Delaunay' }).click()
  await expect.poll(address).toBe('/user/show/4')
})

it('are downloaded as the search and the filters show them [T72]', async () => {
  const saved = watchSavedFiles()
  const { seen } = await openApp('/warrantyCode/index', { as: 'admin', calls: createCalls() })
  await listIsThere()
  await filterMenu().click()
  await page.getByLabelText('Used').selectOptions('Yes')
  await userEvent.keyboard('{Escape}')
  await searchBox().fill('delaunay')
  await expect.poll(() => lastRequest(seen)).toMatchObject({ body: { search: 'delaunay' } })
  await page.getByRole('button', { name: 'Download for Excel' }).click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['codes.xlsx'])
  expect(seen.find(({ name }) => name === 'warrantyCode.downloadExcelCodes')?.parts).toMatchObject({
    body: { search: 'delaunay', filters: [{ position: 2, selectedValue: 'true' }] },
  })
})

it('are filtered by calendar days, whatever the time zone', async () => {
  const { seen } = await openApp('/warrantyCode/index', { as: 'admin', calls: createCalls() })
  await listIsThere()
  await filterMenu().click()
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Extension start' }).click()
  const calendar = page.getByRole('dialog', { name: 'Extension start' })
  await calendar.getByRole('gridcell').nth(20).getByRole('button').click()
  await expect
    .poll(() => JSON.stringify(lastRequest(seen)))
    .toMatch(/"position":0,"selectedValue":"(\d{4}-\d\d-\d\d)T00:00:00\.000Z\/\1T23:59:00\.000Z"/)
  await expect.element(calendar.getByRole('combobox', { name: 'From' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: /^Extension start: \d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}$/ })).toBeVisible()
})

it('are the same when a request is sent again after its answer was lost', async () => {
  const saved = watchSavedFiles()
  let isLost = true
  const generateCode = () => {
    if (isLost) throw new AppError('network.offline.error')
    return fileOf('20 codes', 'new-codes.xlsx')
  }
  const { seen } = await openApp('/warrantyCode/index', { as: 'admin', calls: createCalls({ generateCode }) })
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
  await openApp('/warrantyCode/index', { as: 'admin', calls: createCalls({ downloadBatch }) })
  await page.getByRole('button', { name: 'Earlier batches' }).click()
  const again = dialog('Earlier batches').getByRole('button', { name: words.en.again })
  await again.click()
  await expect.element(toast('The server cannot be reached')).toBeVisible()
  expect(saved).toEqual([])
  isBroken = false
  await again.click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^warranty-codes-\d{4}-\d\d-\d\d\.xlsx$/)])
})
