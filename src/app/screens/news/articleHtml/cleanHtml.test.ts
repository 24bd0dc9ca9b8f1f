import { describe, expect, it } from 'vitest'
import {
  googleDocsClean,
  googleDocsHtml,
  spreadsheetClean,
  spreadsheetHtml,
  webPageClean,
  webPageHtml,
  wordClean,
  wordHtml,
  wordOnlineClean,
  wordOnlineHtml,
} from '../../../../../tests/support/clipboardHtml.ts'
import { harmfulHtml, htmlPayloads } from '../../../../../tests/support/htmlPayloads.ts'
import { addressOfImage } from '../../../../contract/basePath.ts'
import { cleanPasted, prepareStored } from './cleanHtml.ts'

const origin = 'https://portal.example'
const image = addressOfImage('a'.repeat(43))
const pasted = (html: string) => cleanPasted(html, origin).html
const stored = (html: string) => prepareStored(html, origin)

describe('what is pasted', () => {
  it.each([
    ['Word', wordHtml, wordClean],
    ['Word for the web', wordOnlineHtml, wordOnlineClean],
    ['Google Docs', googleDocsHtml, googleDocsClean],
    ['a web page', webPageHtml, webPageClean],
    ['a spreadsheet', spreadsheetHtml, spreadsheetClean],
  ])('from %s keeps its structure and nothing else', (_, html, clean) => {
    expect(pasted(html)).toBe(clean)
  })

  it('counts the pictures of others, and keeps our own', () => {
    expect(cleanPasted(webPageHtml, origin).droppedImages).toBe(2)
    expect(cleanPasted(`<p>a<img src="${origin}${image}" alt="b"></p>`, origin)).toEqual({
      html: `<p>a<img src="${image}" alt="b"></p>`,
      droppedImages: 0,
    })
    expect(pasted(`<p>a<img src="https://other.example${image}"></p>`)).toBe('<p>a</p>')
  })

  it.each([
    ['inline text stays inline', 'a <b>b</b>', 'a <strong>b</strong>'],
    ['headings begin below the title', '<h1>a</h1><h2>b</h2><h5>c</h5>', '<h2>a</h2><h3>b</h3><h4>c</h4>'],
    ['headings without a highest one stay', '<h2>a</h2><h3>b</h3>', '<h2>a</h2><h3>b</h3>'],
    ['a heading in an item is a bold paragraph', '<ul><li><h3>a</h3></li></ul>', '<ul><li><p><strong>a</strong></p></li></ul>'],
    [
      'a link around blocks',
      '<a href="https://a.example/"><div>a</div><div>b</div></a>',
      '<p><a href="https://a.example/">a</a></p><p><a href="https://a.example/">b</a></p>',
    ],
    ['a link to this page', '<p><a href="#top">a</a></p>', '<p>a</p>'],
    ['a list that begins later', '<ol start="4"><li>a</li></ol>', '<ol start="4"><li><p>a</p></li></ol>'],
    [
      'a table inside a table',
      '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>',
      '<table><tbody><tr><th><p>a<br>b<br>c</p></th><th><p>d</p></th></tr><tr><td><p></p></td><td><p></p></td></tr></tbody></table>',
    ],
    [
      'cells over several columns',
      '<table><tr><td colspan=2>a</td></tr><tr><td>b</td><td>c</td></tr></table>',
      '<table><tbody><tr><th colspan="2"><p>a</p></th></tr><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
    ],
    ['nothing but space', '<p>&nbsp;</p><div> </div>', ''],
    ['text that looks like HTML', '<p>1 &lt; 2 &amp;amp; "3"</p>', '<p>1 &lt; 2 &amp;amp; &quot;3&quot;</p>'],
    [
      'the depth of a copied item',
      '<ul data-pm-slice="3 3 []"><li><p>a</p></li></ul>',
      '<ul data-pm-slice="3 3 []"><li><p>a</p></li></ul>',
    ],
    [
      'a Word list that begins with 3',
      '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">3)<span> </span></span>c</p>',
      '<ol start="3"><li><p>c</p></li></ol>',
    ],
  ])('%s', (_, html, clean) => {
    expect(pasted(html)).toBe(clean)
  })

  it('has a depth', () => {
    expect(pasted(`${'<div>'.repeat(50_000)}deep`)).toBe('')
    expect(pasted(`${'<blockquote>'.repeat(150)}deep`)).toContain('deep')
  })

  it.each(htmlPayloads)('is harmless: %s', (payload) => {
    expect(pasted(`<p>before</p>${payload}`)).not.toMatch(harmfulHtml)
  })
})

describe('what was stored', () => {
  it.each([
    '<p>a</p><p></p><p class="align-right">b<br>c</p>',
    '<h2>a</h2><h3 class="align-center">b</h3><h4>c</h4>',
    '<p>\u00a0a \u00a0b\u00a0</p><p>\u00a0</p>',
    `<p><img src="${image}" alt="&quot;a&quot; &lt;b&gt;"></p>`,
    '<p><a href="https://a.example/?a=1&amp;b=2"><strong>a</strong></a></p>',
    '<ol start="3"><li><p>a</p><ul><li><p>b</p></li></ul></li></ol>',
    '<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul>',
    '<blockquote><p>a</p></blockquote><pre><code>a  b\n  c</code></pre><hr>',
    '<table><tbody><tr><th colspan="2"><p>a</p></th></tr><tr><td><p class="align-right">b</p></td><td><p></p></td></tr></tbody></table>',
  ])('by our editor is prepared without a change: %s', (html) => {
    expect(stored(html)).toBe(html)
  })

  it.each([
    ['text', '<p>text</p>'],
    ['<p>a</p>\n\n<p>b</p>\n', '<p>a</p><p>b</p>'],
    ['<ul><li>a<ul><li>b</li></ul></li></ul>', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
    ['<table><tr><td>a</td></tr></table>', '<table><tbody><tr><th><p>a</p></th></tr><tr><td><p></p></td></tr></tbody></table>'],
    [
      '<table><tbody><tr><td>a</td></tr><tr><th>b</th></tr></tbody></table>',
      '<table><tbody><tr><th><p>a</p></th></tr><tr><td><p>b</p></td></tr></tbody></table>',
    ],
  ])('by another client gets the shape of the editor: %s', (html, shaped) => {
    expect(stored(html)).toBe(shaped)
  })
})
