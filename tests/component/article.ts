/** Helpers for tests of the article editor. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'

export const editor = (name = 'Content'): Locator => page.getByRole('textbox', { name, exact: true })

/** Waits until the editor, which is loaded by itself, can be written in. */
export async function editorIsThere(name?: string): Promise<HTMLElement> {
  await expect.element(editor(name)).toHaveAttribute('contenteditable', 'true')
  await expect.element(page.getByRole('toolbar')).toBeVisible()
  const element = editor(name).element()
  if (!(element instanceof HTMLElement)) throw new Error('no editor')
  return element
}

type Pasted = { readonly html?: string; readonly text?: string; readonly files?: readonly File[] }

/** Pastes at the cursor, as the browser tells the page. */
export function paste(target: HTMLElement, { html, text, files = [] }: Pasted): void {
  const clipboardData = new DataTransfer()
  if (html !== undefined) clipboardData.setData('text/html', html)
  if (text !== undefined) clipboardData.setData('text/plain', text)
  for (const file of files) clipboardData.items.add(file)
  target.focus()
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
