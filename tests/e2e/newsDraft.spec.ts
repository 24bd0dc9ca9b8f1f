import { expect, signIn, test } from './portal.ts'

test('an article that was not saved when its tab was closed is offered in the next tab, with its words', async ({ page, context }) => {
  await signIn(page, 'marketing')
  await page.goto('/news/create')
  await page.getByRole('textbox', { name: 'Content', exact: true }).click()
  await page.keyboard.insertText('Bring headphones.')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Preview' })).toContainText('Bring headphones.')
  // The browser asks first.
  page.on('dialog', (dialog) => void dialog.accept())
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed

  const next = await context.newPage()
  await next.goto('/news/create')
  const editor = next.getByRole('textbox', { name: 'Content', exact: true })
  await expect(next.getByText('There is unsaved text from')).toBeVisible()
  await expect(editor).toHaveText('')
  await next.getByRole('button', { name: 'Continue with it' }).click()
  await expect(editor).toHaveText('Bring headphones.')
  await next.getByLabel('Title', { exact: true }).fill('Rally in June')
  await next.getByRole('button', { name: 'Draft', exact: true }).click()
  await expect(next.getByText('Article added')).toBeVisible()
})
