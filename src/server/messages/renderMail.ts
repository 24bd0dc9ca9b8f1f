/** One plain layout for all mails: a text version, and HTML that loads nothing from the network. Knows no template. */
import type { Locale } from '../../contract/rules.ts'
import { contentIdOf, type MailDrawing, sizeOfDrawing } from './mailDrawing.ts'
import type { MailText } from './mailText.ts'

export type RenderedMail = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly drawing?: MailDrawing | undefined
}

type MailContent = MailText & {
  readonly link: string
  readonly brand: string
  readonly locale: Locale
  /** Of mails that people can switch off (accounts/updateMails.ts). */
  readonly switchOffLink?: string | undefined
  /** Of the detector or coil that the mail is about; it stands above the text. */
  readonly drawing?: MailDrawing | undefined
}

const switchOffWords: Readonly<Record<Locale, string>> = {
  en: 'Unsubscribe from emails about updates and reminders',
  fr: 'Se désabonner des emails sur les mises à jour et des rappels',
}

/** Many mail programs ignore style sheets, so each element has its own style. Copper on white, like the portal. */
const style = {
  page: 'margin:0;padding:32px 16px;background:#f6f4f1;font-family:-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;color:#1f1b17',
  card: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e4dfd8;border-radius:12px',
  brand: 'margin:0 0 24px;font-size:15px;font-weight:600;color:#8a4b22',
  drawing: 'display:block;margin:0 0 16px',
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:1.5',
  button:
    'display:inline-block;margin:8px 0 24px;padding:12px 20px;background:#8a4b22;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;border-radius:8px',
  footnote: 'margin:0;font-size:13px;line-height:1.5;color:#6b645c',
  switchOff: 'margin:12px 0 0;font-size:13px;line-height:1.5',
  switchOffLink: 'color:#6b645c;text-decoration:underline',
} as const

export function renderMail({
  subject,
  paragraphs,
  button,
  footnote,
  link,
  brand,
  locale,
  switchOffLink,
  drawing,
}: MailContent): RenderedMail {
  const linked = (words: string, address: string) => `${words}${locale === 'fr' ? '\u00a0:' : ':'}\n${address}`
  const switchOff = switchOffLink === undefined ? [] : [{ words: switchOffWords[locale], link: switchOffLink }]
  const text = [
    ...paragraphs,
    linked(button, link),
    footnote,
    ...switchOff.map((one) => linked(one.words, one.link)),
    `-- \n${brand}`,
  ].join('\n\n')
  const html = [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escape(subject)}</title></head><body style='${style.page}'><div style="${style.card}">`,
    `<p style="${style.brand}">${escape(brand)}</p>`,
    ...(drawing === undefined ? [] : [drawn(drawing)]),
    ...paragraphs.map((paragraph) => `<p style="${style.paragraph}">${escape(paragraph).replaceAll('\n', '<br>')}</p>`),
    `<p style="margin:0"><a href="${escape(link)}" style="${style.button}">${escape(button)}</a></p>`,
    `<p style="${style.footnote}">${escape(footnote)}</p>`,
    ...switchOff.map(
      (one) => `<p style="${style.switchOff}"><a href="${escape(one.link)}" style="${style.switchOffLink}">${escape(one.words)}</a></p>`,
    ),
    '</div></body></html>',
  ].join('\n')
  return { subject, text, html, drawing }
}

/** Decorative: the text has the name. */
function drawn(drawing: MailDrawing): string {
  const { width, height } = sizeOfDrawing(drawing)
  return `<img src="cid:${contentIdOf(drawing)}" alt="" width="${width}" height="${height}" style="${style.drawing}">`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
