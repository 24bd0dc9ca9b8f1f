import { expect, it } from 'vitest'
import { type Locale, locales } from '../../contract/rules.ts'
import { mailTexts } from './messageTexts.ts'
import { renderMail } from './renderMail.ts'

const link = 'https://portal.example/changePassword/abc'
const brand = `<img src=x onerror=alert(1)> & "Co" 'n`

const contact = 'help@maker.example'

const mails = locales.flatMap((locale) => mailsIn(locale, contact))

function mailsIn(locale: Locale, way: string | null) {
  const texts = mailTexts[locale](brand, way)
  return Object.entries(texts).map(([template, text]) => {
    const { subject, text: plain, html } = renderMail({ ...text, link, brand, locale })
    return { locale, template, subject, text: plain, html }
  })
}

it.each(locales)('asks people in %s to tell the maker only where they can, and says where', (locale) => {
  const asking = /contact us|tell us|contactez-nous|prévenez-nous/i
  const withContact = mailsIn(locale, contact).filter(({ text }) => asking.test(text))
  const about = withContact.map(({ template }) => template).toSorted()
  expect(about).toEqual([
    'dataExportReady',
    'deletionCancelled',
    'deletionRequested',
    'factorAdded',
    'factorRemoved',
    'factorsReset',
    'invitation',
    'newDevice',
    'passwordChanged',
    'proofRefused',
    'recall',
    'usernameRestored',
  ])
  for (const { text, html } of withContact)
    expect([text, html]).toEqual([expect.stringContaining(contact), expect.stringContaining(contact)])
  expect(mailsIn(locale, null).filter(({ text }) => asking.test(text))).toEqual([])
})

it.each(mails)('$template in $locale has the same content as HTML and text, with its link in both', ({ text, html, locale }) => {
  expect(text.split('\n')).toContain(link)
  expect(html).toContain(`<a href="${link}"`)
  expect(html).toContain(`<html lang="${locale}">`)
  expect(text).not.toMatch(/undefined|null|\[object/)
})

it.each(mails)('$template in $locale escapes the brand name, and loads nothing', ({ html }) => {
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot; &#39;n')
  expect(html).not.toMatch(/\ssrc=["']|url\(|<link|<script/)
})

const switchOffLink = 'https://portal.example/unsubscribe/abc'

it.each(locales)('leads in %s to where such mails are switched off, below all else', (locale) => {
  const text = mailTexts[locale](brand, contact).extensionEnds
  const rendered = renderMail({ ...text, link, brand, locale, switchOffLink })
  expect(rendered.text.split('\n')).toContain(switchOffLink)
  expect(rendered.html).toContain(`<a href="${switchOffLink}"`)
  expect(rendered.text.indexOf(text.footnote)).toBeLessThan(rendered.text.indexOf(switchOffLink))
})

it('has its drawing above the text and only as HTML, where nothing is read aloud of it', () => {
  const text = mailTexts.en(brand, contact).releaseOffered
  const [plain, drawn] = [undefined, 'ws6' as const].map((drawing) => renderMail({ ...text, link, brand, locale: 'en', drawing }))
  expect(drawn?.text).toBe(plain?.text)
  const [picture, ...others] = drawn?.html.match(/<img [^>]*>/g) ?? []
  expect(others).toEqual([])
  expect(picture).toMatch(/^<img src="cid:[^"]+" alt="" width="160" height="112" /)
  expect(drawn?.html.indexOf(picture ?? '')).toBeLessThan(drawn?.html.indexOf(text.paragraphs[0] ?? '') ?? 0)
})

it('uses non-breaking spaces in French', () => {
  const french = mails.filter(({ locale }) => locale === 'fr').flatMap(({ text, subject }) => [text.replaceAll(brand, ''), subject])
  expect(french).toHaveLength(2 * Object.keys(mailTexts.fr(brand, contact)).length)
  for (const text of french) expect(text).not.toMatch(/[^\u00a0\s][!?;:](?:\s|$)| [!?;:](?:\s|$)/)
})
