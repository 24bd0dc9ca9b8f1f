import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { serveSecurityTxt } from './serveSecurityTxt.ts'

async function answerFor(environment: Record<string, string>): Promise<{ status: number; text: string }> {
  const app = new Hono()
  serveSecurityTxt(app, {
    config: readConfig({ PUBLIC_URL: 'https://portal.test', ...environment }),
    clock: () => new Date('2026-11-23T10:00:00.000Z'),
  })
  const response = await app.request('/.well-known/security.txt')
  return { status: response.status, text: await response.text() }
}

it('names whom to write to about a weakness, for half a year', async () => {
  expect(await answerFor({ SECURITY_CONTACT: 'mailto:security@example.com' })).toEqual({
    status: 200,
    text: `Contact: mailto:security@example.com
Expires: 2027-05-22T10:00:00.000Z
Preferred-Languages: en, fr
Canonical: https://portal.test/.well-known/security.txt
`,
  })
})

it('names the contact page where there is no other contact', async () => {
  expect((await answerFor({ BRAND_CONTACT_URL: 'https://example.com/contact' })).text).toContain('Contact: https://example.com/contact\n')
})

it('is not there without a contact, and takes none on several lines', async () => {
  expect((await answerFor({})).status).toBe(404)
  // The standard asks for https.
  expect((await answerFor({ BRAND_CONTACT_URL: 'http://example.com/contact' })).status).toBe(404)
  expect(() => readConfig({ SECURITY_CONTACT: 'mailto:a@example.com\nContact: mailto:b@example.com' })).toThrow('SECURITY_CONTACT')
})
