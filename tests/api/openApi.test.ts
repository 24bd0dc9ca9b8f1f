import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { basePath } from '../../src/contract/contract.ts'
import { endpoint } from '../../src/contract/endpoint.ts'
import { describeContract } from '../../src/server/openApi/describeContract.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { checkAnswer, undocumented } from '../support/documentedAnswers.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

function described(request: v.GenericSchema<Record<string, unknown>, Record<string, unknown>>) {
  const call = endpoint({ method: 'POST', path: '/a', audience: 'anyone', body: 'form', request, response: v.object({}) })
  return describeContract({ a: { call } }, basePath, 'Portal')
}

serverOnPostgres((server) => {
  describe('the OpenAPI document', () => {
    it('is valid OpenAPI 3.1, names every call, and says who may make it', async () => {
      const response = await server.request('/openapi.json')
      expect(response.headers.get('content-type')).toContain('application/json')
      const document = await response.json()
      expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
      expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Fieldport', version }, servers: [{ url: basePath }] })

      const operations = Object.values(document.paths).flatMap((path) => Object.values(path as Record<string, { operationId: string }>))
      expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(contractCalls.map(({ call }) => call).toSorted())
      expect(document.paths['/product'].post.security).toEqual([{ bearer: ['ROLE_ADMIN'] }, { bearer: ['ROLE_BE'] }])
      expect(document.paths['/api/login'].post.security).toEqual([])
    })

    it('says what a form, a file, a list and a JSON text are, with their errors', async () => {
      const { paths } = await (await server.request('/openapi.json')).json()
      const fields = paths['/firmware'].post.requestBody.content['multipart/form-data'].schema
      expect(fields).toMatchObject({ additionalProperties: false, required: expect.arrayContaining(['versionName', 'file']) })
      expect(fields.properties.file).toMatchObject({ type: 'string', contentMediaType: 'application/octet-stream' })
      expect(fields.properties.file.description).toContain('firmware.file.invalid.error')
      expect(fields.properties.selectedProductIds).toMatchObject({ type: 'array', items: { type: 'string' } })
      expect(fields.required).not.toContain('selectedProductIds')
      const { filters } = paths['/product/getB122TableResults'].post.requestBody.content['multipart/form-data'].schema.properties
      expect(filters).toMatchObject({
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: { type: 'array', maxItems: 20 },
      })
    })

    it('is sent once to a client that keeps it', async () => {
      const first = await server.request('/openapi.json')
      const again = await server.request('/openapi.json', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
      expect([first.status, again.status, await again.text()]).toEqual([200, 304, ''])
    })

    it('has a page to read it, with scripts and styles from here alone', async () => {
      const response = await server.request('/docs')
      const page = await response.text()
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
      expect(page).not.toMatch(/<script>|<style|https?:/)
      const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '')
      const own = addresses.filter((address) => address.startsWith(basePath))
      expect(own).toHaveLength(3)
      for (const address of own) expect((await server.requestAt(address)).status).toBe(200)
      // The app's, which this server does not have.
      expect(addresses.filter((address) => !own.includes(address))).toEqual(['/favicon.svg'])
    })

    it('cannot leave out what a contract demands', () => {
      const isEven = v.check<string>((text) => text.length % 2 === 0)
      expect(() => described(v.strictObject({ text: v.pipe(v.string(), isEven) }))).toThrow('neither an error code nor a v.description')
      expect(() => described(v.strictObject({ text: v.pipe(v.string(), v.description('Even.'), isEven) }))).not.toThrow()
      expect(() => described(v.strictObject({ text: v.custom<string>(() => true) }))).toThrow('v.custom is unknown')
      const late = v.pipe(v.string(), v.transform(Number), v.multipleOf(3))
      expect(() => described(v.strictObject({ number: late }))).toThrow('"multiple_of" after a transform')
    })
  })

  describe('an answer that differs from it', () => {
    const request = new Request(`http://portal.test${basePath}/user/getProfile`)

    it.each([
      ['a status', Response.json({}, { status: 302 }), 'no such status'],
      ['a media type', new Response('{}', { headers: { 'content-type': 'text/plain' } }), 'the media type is "text/plain"'],
      ['a body', Response.json({ username: 7 }), 'must have required property'],
      [
        'an error code',
        Response.json({ message: 'Login.errors', requestId: crypto.randomUUID() }, { status: 401 }),
        'must be equal to one of the allowed values',
      ],
    ])('is noticed by %s', async (_, response, difference) => {
      await checkAnswer(request, response)
      expect(undocumented.splice(0)).toEqual([expect.stringContaining(difference)])
    })
  })
})
