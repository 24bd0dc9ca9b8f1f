/** Serves the description of the contract, and a page to read it in: Swagger UI. Open to everybody (docs/security.md, 35). Knows no calls. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { basePath, contract } from '../../contract/contract.ts'
import { findBeside } from '../config/findBeside.ts'
import type { Config } from '../config/readConfig.ts'
import { matchesEtag } from '../http/sendFile.ts'
import { describeContract } from './describeContract.ts'

/** What the page consists of, in the package and in the build. */
const libraryFiles = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">
  </head>
  <body>
    <div id="calls"></div>
    <script src="${basePath}/docs/swagger-ui-bundle.js"></script>
    <script src="${basePath}/docs/start.js"></script>
  </body>
</html>
`

/** Only to read: nobody is asked to paste a token. */
const start = `SwaggerUIBundle({
  url: '${basePath}/openapi.json',
  dom_id: '#calls',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
})
`

/** Revalidated like the app's own files. */
const cacheControl = { 'Cache-Control': 'no-cache' }

export function serveOpenApi(app: Hono, { brand }: Pick<Config, 'brand'>): void {
  const address = `${basePath}/openapi.json`
  const docs = `${basePath}/docs`
  app.use(address, compress())
  app.use(`${docs}/*`, compress())

  const { text, etag } = openApi(brand.name)
  app.get(address, (c) => {
    c.header('ETag', etag)
    c.header('Cache-Control', 'no-cache')
    return matchesEtag(c.req.header('if-none-match'), etag) ? c.body(null, 304) : c.body(text, 200, { 'Content-Type': 'application/json' })
  })

  app.get(docs, (c) => c.html(page, 200, cacheControl))
  app.get(`${docs}/start.js`, (c) => c.body(start, 200, { ...cacheControl, 'Content-Type': 'text/javascript' }))
  // Beside the built server, or in the package that the build copies it from (vite.config.ts).
  const folder = findBeside(import.meta.dirname, 'swaggerUi', 'node_modules/swagger-ui-dist')
  for (const name of libraryFiles)
    app.get(`${docs}/${name}`, serveStatic({ path: join(folder, name), onFound: (_, c) => c.header('Cache-Control', 'no-cache') }))
}

/** By title. Built at start: it takes some tens of milliseconds, for which nobody should wait, and never changes. */
const built = new Map<string, { readonly text: string; readonly etag: string }>()

function openApi(title: string) {
  const known = built.get(title)
  if (known !== undefined) return known
  const text = JSON.stringify(describeContract(contract, basePath, title))
  const fresh = { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  built.set(title, fresh)
  return fresh
}
