// @module-tag rest
/** What was typed into an article and not saved. What all forms do with it: kit/record/unsavedText.spec.tsx. */
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { editor, editorIsThere } from '../../../../tests/component/article.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { createNewsWorld, type NewsWorld } from '../../../../tests/component/news.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { sessionStore } from '../../api/sessionStore.ts'
import { openRows } from '../../browser/rows/browserStore.ts'
import { holdDraft } from '../../offline/formDrafts.ts'

type Row = { owner: number; form: string; changedAt: string; values: { title: string; content: string; thumbnail?: File } }
const table = openRows<Row>('formDrafts')
const owner = () => sessionStore.read()?.id ?? 0
const kept = async () => (await table.all()).filter((row) => row.owner === owner())
const contents = async () => (await kept()).map(({ values }) => values.content)

let world: NewsWorld
beforeEach(() => {
  world = createNewsWorld()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const offer = page.getByText('There is unsaved text from')
const open = (path: string, isReturning = false) => openApp(path, { as: 'marketing', calls: world.calls, isReturning })

/** Types, and waits until that is stored. */
async function type(text: string): Promise<void> {
  await editorIsThere()
  await userEvent.click(editor())
  await userEvent.keyboard(text)
  await expect.poll(async () => (await contents()).some((content) => content.includes(text))).toBe(true)
}

it('is offered after the tab was closed, with its thumbnail, taken up, and gone when it is saved', async () => {
  await open('/news/create')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Rally in June')
  await page
    .getByLabelText('Thumbnail')
    .first()
    .upload(new File([new Uint8Array([1])], 'valley.png', { type: 'image/png' }))
  await type('Two days')
  await open('/news/create', true)
  await editorIsThere()
  await expect.element(offer).toBeVisible()
  await expect.element(editor()).toHaveTextContent('')
  await button('Continue with it').click()
  await expect.element(editor()).toMatchTextContent('Two days')
  await expect.element(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Rally in June')
  await expect.element(page.getByText('valley.png')).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
  expect(await kept()).toHaveLength(1)
  await button('Draft').click()
  await expect.element(page.getByText('Article added')).toBeVisible()
  expect(world.stored.content).toBe('<p>Two days</p>')
  await expect.poll(kept).toEqual([])
})

it('is written at once when the tab is about to be closed', async () => {
  await open('/news/create')
  await editorIsThere()
  await userEvent.click(editor())
  await userEvent.keyboard('Two days')
  dispatchEvent(new Event('beforeunload'))
  // The database reads in the order in which it is asked; this first question may be there before the writing.
  await contents()
  expect(await contents()).toEqual(['<p>Two days</p>'])
})

it('belongs to its article', async () => {
  await open('/news/edit/8')
  await type('One more')
  await open('/news/create', true)
  // What is stored after the drafts were looked for.
  await type('Other words')
  await expect.element(offer).not.toBeInTheDocument()
})

it('is given up with the changes, when somebody leaves the form', async () => {
  const { address } = await open('/news/edit/8')
  await type('One more')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect.poll(address).toBe('/news/show/8')
  await expect.poll(kept).toEqual([])
})

it('is not offered while another tab has it open', async () => {
  await open('/news/create')
  await type('Two days')
  const [row] = await kept()
  const release = holdDraft(row?.sequence ?? 0)
  await open('/news/create', true)
  await type('Other words')
  await expect.element(offer).not.toBeInTheDocument()
  expect(await contents()).toEqual(['<p>Two days</p>', '<p>Other words</p>'])
  release()
})

it('of an article that somebody has saved since comes with a warning, without an axe finding', async () => {
  await open('/news/edit/8')
  await type('One more')
  world.stored = { ...world.stored, version: 9 }
  await open('/news/edit/8', true)
  await expect.element(page.getByText('This has been saved since.')).toBeVisible()
  await expect.element(button('Continue with it')).toBeVisible()
  await expectNoAxeFindings('offer')
})

it('of an article that is gone becomes a new article', async () => {
  const { address } = await open('/news/edit/8')
  await type('One more')
  world.refusal = 'resource.not.found'
  await button('Draft').click()
  await expect.poll(address).toBe('/news/index')
  await expect.poll(async () => (await kept()).map(({ form }) => form)).toEqual(['news new'])
  await open('/news/create', true)
  await button('Continue with it').click()
  await expect.element(editor()).toMatchTextContent('One more')
})

it('is deleted after 30 days', async () => {
  await open('/news/create')
  await type('Two days')
  const [row] = await kept()
  if (row !== undefined) await table.replace({ ...row, changedAt: new Date(Date.now() - 31 * 24 * 3_600_000).toISOString() })
  await open('/news/create', true)
  await expect.poll(kept).toEqual([])
  await expect.element(offer).not.toBeInTheDocument()
})
