// @module-tag rest
/** The editor by itself: what is pasted and inserted into it, and that nothing changes what was saved once. */
import { describe, expect, it, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { editor, paste } from '../../../../../tests/component/article.ts'
import { button, image, keyboard, openEditor, written } from '../../../../../tests/component/articleEditor.tsx'
import { googleDocsHtml, spreadsheetHtml, webPageHtml, wordHtml, wordOnlineHtml } from '../../../../../tests/support/clipboardHtml.ts'
import { harmfulHtml, htmlPayloads } from '../../../../../tests/support/htmlPayloads.ts'
import { AppError } from '../../../../errors.ts'

const png = new File([new Uint8Array([137, 80, 78, 71])], 'map.png', { type: 'image/png' })

describe('what was saved once', () => {
  it.each([
    ['Word', wordHtml, 'Programme'],
    ['Word for the web', wordOnlineHtml, 'Sunday'],
    ['Google Docs', googleDocsHtml, 'Programme'],
    ['a web page', webPageHtml, 'Three valleys'],
    ['a spreadsheet', spreadsheetHtml, 'Model'],
  ])('from %s is saved again without a changed byte', async (_, pasted, word) => {
    const { target } = await openEditor()
    paste(target, { html: pasted })
    await expect.poll(() => written.html).not.toBe('')
    const first = await commands.storedArticle(written.html)
    await openEditor(first)
    await editor().getByText(word).click()
    // A change that is taken back by hand, not by undo: the editor writes all of it itself.
    await keyboard('{End}x')
    await expect.poll(() => written.html).toContain(`${word}x`)
    await keyboard('{Backspace}')
    await expect.poll(async () => commands.storedArticle(written.html)).toBe(first)
  })

  it.each([
    ['spaces', '<p>\u00a0a \u00a0b \u00a0\u00a0c\u00a0</p><p></p><p>\u00a0</p><p>d<br />\u00a0e</p>'],
    ['alignment', '<p class="align-center">a</p><h3 class="align-right">b</h3><p>c</p>'],
    ['marks', '<p><em><strong>a</strong></em><s>b</s><code>c d</code><a href="https://a.example/"><strong>d</strong> e</a></p>'],
    [
      'lists',
      '<ol start="4"><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p><p>d</p><h3>e</h3></li></ol><ul><li><p>f</p></li></ul>',
    ],
    [
      'a table',
      '<table><tbody><tr><th colspan="2"><p>a</p></th></tr><tr><td><p class="align-right">b<br />c</p></td><td><p></p></td></tr></tbody></table>',
    ],
    ['an image', `<p>a<img src="${image}" alt="A &quot;map&quot;" />b</p>`],
    ['the rest', '<blockquote><p>a</p></blockquote><pre><code>a  b\n  c</code></pre><hr /><h4>b</h4>'],
  ])('keeps %s', async (_, some) => {
    const stored = `${some}<p>end</p>`
    await openEditor(stored)
    await editor().getByText('end').click()
    await keyboard('{End}x')
    // All of it is written by the editor itself.
    await expect.poll(async () => commands.storedArticle(written.html)).toBe(`${some}<p>endx</p>`)
    await keyboard('{Control>}z{/Control}')
    await expect.poll(() => written.html).toBe(stored)
  })

  it('is given back as it was stored if nobody edited it, whatever it looks like', async () => {
    const stored = '<div>Old  <u>article</u></div>\n<table><tr><td>x</td></tr></table>'
    const { target } = await openEditor(stored)
    target.focus()
    await keyboard('{Control>}{Home}{/Control}a')
    await expect.poll(() => written.html).toContain('aOld')
    await keyboard('{Control>}z{/Control}')
    await expect.poll(() => written.html).toBe(stored)
  })
})

describe('an image', () => {
  it('is chosen as a file, sent, and shown with its description, which can be changed', async () => {
    const { sent, target } = await openEditor()
    target.focus()
    await button('Image').click()
    await button('Insert').click()
    await expect.element(page.getByText('This field is required')).toBeVisible()
    await page.getByLabelText('Image file').upload(png)
    await page.getByRole('textbox', { name: 'Description' }).fill('The way')
    await button('Insert').click()
    await expect.poll(() => written.html).toBe(`<p><img src="${image}" alt="The way"></p>`)
    expect(sent('news.postTempImage')).toHaveLength(1)
    await editor().getByRole('img').click()
    await button('Image').click()
    await page.getByRole('textbox', { name: 'Description' }).fill('The way to the camp')
    await button('Apply').click()
    await expect.poll(() => written.html).toBe(`<p><img src="${image}" alt="The way to the camp"></p>`)
  })

  it('is sent when it is pasted, also if HTML with its address on another site comes with it', async () => {
    for (const pasted of [{ files: [png] }, { files: [png], html: '<img src="https://other.example/map.png">' }]) {
      const { target, sent } = await openEditor('<p>a</p>')
      paste(target, pasted)
      await expect.poll(() => written.html).toContain(`<img src="${image}" alt="">`)
      expect(sent('news.postTempImage')).toHaveLength(1)
      expect(written.html).not.toMatch(/data:|other\.example/)
    }
  })

  it('that Word adds to its text is not sent', async () => {
    const { target, sent } = await openEditor()
    paste(target, { html: wordHtml, files: [png] })
    await expect.poll(() => written.html).toContain('Programme')
    expect(sent('news.postTempImage')).toHaveLength(0)
    await expect.element(page.getByText('Pictures of other sites are not copied')).toBeVisible()
  })

  it('that fails shows a toast, and leaves the text as it was [T310]', async () => {
    for (const [code, words] of [
      ['image.invalid.error', 'Choose a PNG, JPEG or WebP image.'],
      ['request.too.large', 'This image is too large. The limit is 10 MB.'],
      ['network.offline.error', 'The server cannot be reached. Your changes are not saved: try again when you are back online.'],
    ] as const) {
      const { target } = await openEditor('<p>a</p>', { refused: new AppError(code) })
      paste(target, { files: [png] })
      await expect.element(page.getByText(words)).toBeVisible()
      expect(written.html).toBe('<p>a</p>')
      await expect.element(editor()).not.toMatchTextContent('Uploading')
    }
  })
})

describe('harmful HTML', () => {
  it('that is pasted runs nothing and leaves nothing', async () => {
    const attack = vi.fn<() => void>()
    Object.assign(globalThis, { attack })
    const { target } = await openEditor()
    for (const payload of htmlPayloads) {
      paste(target, { html: `<p>before</p>${payload}` })
      const drawn = document.querySelector('[style*="expression"], [onerror], [onload], script[src*="evil"]')
      expect({ payload, isHarmful: harmfulHtml.test(written.html), drawn }).toEqual({ payload, isHarmful: false, drawn: null })
    }
    expect(attack).not.toHaveBeenCalled()
  })

  it('no pasted style reaches the page, where the content security policy would report it', async () => {
    const { target } = await openEditor()
    for (const pasted of [wordHtml, googleDocsHtml, webPageHtml, '<p style="color:red">a<b style="font-weight:normal">b</b></p>'])
      paste(target, { html: pasted })
    await expect.poll(() => written.html).toContain('Programme')
    expect(target.querySelector('[style]')).toBeNull()
  })
})

it('plain text is pasted as it is, line by line', async () => {
  const { target } = await openEditor()
  paste(target, { text: '# no heading\n**no bold** <b>\n![x](https://evil.example/x.png)' })
  await expect.poll(() => written.html).toBe('<p># no heading</p><p>**no bold** &lt;b&gt;</p><p>![x](https://evil.example/x.png)</p>')
})
