// @module-tag rest
/** The editor by itself: what its buttons and keys do. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { editor } from '../../../../../tests/component/article.ts'
import { button, keyboard, openEditor, written } from '../../../../../tests/component/articleEditor.tsx'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { locales } from '../../../../contract/rules.ts'

/** All of the text is selected. */
const selectAll = () => keyboard('{Control>}a{/Control}')

describe('the toolbar', () => {
  it('formats the selected text, shows what is on, and is undone, by shortcuts too [T94]', async () => {
    const { target } = await openEditor('<p>Two days</p>')
    target.focus()
    for (const [name, expected, shortcut] of [
      ['Bold', '<p><strong>Two days</strong></p>', '{Control>}b{/Control}'],
      ['Italic', '<p><em>Two days</em></p>', '{Control>}i{/Control}'],
      ['Strikethrough', '<p><s>Two days</s></p>', '{Control>}{Alt>}x{/Alt}{/Control}'],
      ['Heading', '<h2>Two days</h2>', '{Control>}{Alt>}2{/Alt}{/Control}'],
      ['Subheading', '<h3>Two days</h3>', null],
      ['Small heading', '<h4>Two days</h4>', null],
      ['Bulleted list', '<ul><li><p>Two days</p></li></ul>', '{Control>}{Alt>}8{/Alt}{/Control}'],
      ['Numbered list', '<ol><li><p>Two days</p></li></ol>', '{Control>}{Alt>}7{/Alt}{/Control}'],
      ['Quote', '<blockquote><p>Two days</p></blockquote>', '{Control>}{Shift>}b{/Shift}{/Control}'],
      ['Center', '<p class="align-center">Two days</p>', '{Control>}{Shift>}e{/Shift}{/Control}'],
      ['Align right', '<p class="align-right">Two days</p>', null],
    ] as const) {
      for (const format of [() => button(name).click(), ...(shortcut === null ? [] : [() => keyboard(shortcut)])]) {
        await selectAll()
        await format()
        await expect.poll(() => written.html, { message: name }).toBe(expected)
        await expect.element(button(name)).toHaveAttribute('aria-pressed', 'true')
        await button('Undo').click()
        await expect.poll(() => written.html, { message: name }).toBe('<p>Two days</p>')
        await expect.element(button(name)).toHaveAttribute('aria-pressed', 'false')
      }
    }
    await button('Redo').click()
    await expect.poll(() => written.html).toBe('<p class="align-right">Two days</p>')
    await button('Align left').click()
    await expect.poll(() => written.html).toBe('<p>Two days</p>')
  })

  it('is reached from the text by a key, walked by arrows, and leads back', async () => {
    const { target } = await openEditor('<p>Two days</p>')
    target.focus()
    await keyboard('{Alt>}{F10}{/Alt}')
    await expect.element(button('Undo')).toHaveFocus()
    for (const name of ['Redo', 'Heading']) {
      await keyboard('{ArrowRight}')
      await expect.element(button(name)).toHaveFocus()
    }
    await keyboard('{Enter}')
    await expect.poll(() => written.html).toBe('<h2>Two days</h2>')
    await expect.element(editor()).toHaveFocus()
  })

  it('has a name for each button in both languages', async () => {
    for (const locale of locales) {
      await openEditor('<table><tbody><tr><th><p>a</p></th></tr><tr><td><p>b</p></td></tr></tbody></table>', { locale })
      await editor().getByRole('cell').click()
      const toolbar = page.getByRole('toolbar', { name: locale === 'en' ? 'Text formatting' : 'Mise en forme du texte' })
      await expect.element(toolbar).toBeVisible()
      for (const one of toolbar.getByRole('button').elements()) expect(one.getAttribute('aria-label')).toMatch(/\p{L}{3}/u)
    }
  })
})

describe('a link', () => {
  it('has its field in sight, wherever the text is scrolled to', async () => {
    const { target } = await openEditor('<p>Two days</p>'.repeat(60))
    target.focus()
    await keyboard('{Control>}{End}{/Control}{Control>}k{/Control}')
    const address = page.getByRole('textbox', { name: 'Address' })
    await expect.element(address).toHaveFocus()
    const { left, top, width, height } = address.element().getBoundingClientRect()
    expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(address.element())
  })

  it('is set on the selected text, changed and removed', async () => {
    const { target } = await openEditor('<p>Register</p>')
    target.focus()
    await selectAll()
    await keyboard('{Control>}k{/Control}')
    const address = page.getByRole('textbox', { name: 'Address' })
    await expect.element(address).toHaveFocus()
    await keyboard('javascript:alert(1){Enter}')
    await expect.element(address).toHaveAccessibleDescription(/Enter a web address/)
    await address.fill('rally.example.com/may')
    await keyboard('{Enter}')
    await expect.poll(() => written.html).toBe('<p><a href="https://rally.example.com/may">Register</a></p>')
    await button('Link').click()
    await expect.element(address).toHaveValue('https://rally.example.com/may')
    await address.fill('me@example.com')
    await button('Apply').click()
    await expect.poll(() => written.html).toBe('<p><a href="mailto:me@example.com">Register</a></p>')
    await button('Link').click()
    await button('Remove the link').click()
    await expect.poll(() => written.html).toBe('<p>Register</p>')
  })

  it('without a selection brings its address as text; Escape leaves it', async () => {
    const { target } = await openEditor()
    target.focus()
    await button('Link').click()
    await keyboard('{Escape}')
    await expect.element(editor()).toHaveFocus()
    await button('Link').click()
    await keyboard('https://a.example/{Enter}')
    await expect.poll(() => written.html).toBe('<p><a href="https://a.example/">https://a.example/</a></p>')
  })
})

/** How many rows, header cells and other cells there are. */
const size = () => [written.html.match(/<tr>/g)?.length, written.html.match(/<th>/g)?.length, written.html.match(/<td>/g)?.length]

it('a table is inserted, grows and shrinks, and keeps its header [T95]', async () => {
  const { target } = await openEditor('<p>Prices</p>')
  target.focus()
  await keyboard('{Control>}{End}{/Control}')
  // The caret moves a moment after the key; before, Enter would break the line at its old place.
  await expect.poll(() => getSelection()?.focusOffset).toBe('Prices'.length)
  await keyboard('{Enter}')
  await button('Table').click()
  await keyboard('Model{Tab}Price{Tab}Note{Tab}WS6{Enter}new')
  await expect.poll(() => written.html).toContain('<th><p>Model</p></th><th><p>Price</p></th><th><p>Note</p></th>')
  await expect.poll(() => written.html).toContain('<td><p>WS6<br>new</p></td>')
  expect(size()).toEqual([3, 3, 6])
  await button('Add a row').click()
  await expect.poll(size).toEqual([4, 3, 9])
  await button('Add a column before').click()
  await button('Add a column after').click()
  await expect.poll(size).toEqual([4, 5, 15])
  await button('Delete the column').click()
  await button('Delete the row').click()
  await expect.poll(size).toEqual([3, 4, 8])
  await editor().getByText('Price', { exact: true }).click()
  await button('Delete the row').click()
  await button('Add a row').click()
  await expect.poll(size).toEqual([4, 4, 12])
  await button('Delete the table').click()
  await expect.poll(() => written.html).toBe('<p>Prices</p>')
})

it('a table at the end can be left: there is a line below it', async () => {
  await openEditor('<table><tbody><tr><th><p>a</p></th></tr><tr><td><p>b</p></td></tr></tbody></table>')
  await editor().getByText('b').click()
  await keyboard('{ArrowDown}below')
  await expect.poll(() => written.html).toMatch(/<\/table><p>below<\/p>$/)
})

it('has no axe finding, with its panels', async () => {
  const { target } = await openEditor(
    `<h2>a</h2><p>b <a href="https://a.example/">c</a></p><ul><li><p>d</p></li></ul><table><tbody><tr><th><p>e</p></th></tr><tr><td><p>f</p></td></tr></tbody></table>`,
  )
  target.focus()
  await expectNoAxeFindings('editor', { isPart: true })
  await button('Link').click()
  await expectNoAxeFindings('link', { isPart: true })
  await keyboard('{Escape}')
  await button('Image').click()
  await expectNoAxeFindings('image', { isPart: true })
})
