/** Makes the pictures that mails carry, of the app's own drawings: `npm run drawings`. */
import { writeFile } from 'node:fs/promises'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { createServer } from 'vite'
import { chromiumArgs, findChromium } from '../support/chromium.ts'

const folder = 'src/server/messages/drawings'

// By Vite, because Node does not read JSX.
const server = await createServer({
  configFile: false,
  appType: 'custom',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null },
})
const { mailDrawings, drawnPage, hashOf } = (await server.ssrLoadModule(
  '/tests/drawings/drawnPage.tsx',
)) as typeof import('./drawnPage.tsx')
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
const page = await browser.newPage({ deviceScaleFactor: 2, colorScheme: 'light' })
const hashes: Record<string, string> = {}
for (const drawing of mailDrawings) {
  const drawn = drawnPage(drawing)
  await page.setContent(drawn)
  const shot = await page.locator('svg').screenshot({ omitBackground: true })
  const picture = await sharp(shot).png({ palette: true, compressionLevel: 9 }).toBuffer()
  await writeFile(`${folder}/${drawing}.png`, picture)
  hashes[drawing] = hashOf(drawn)
  console.log(`${drawing}: ${picture.length} bytes`)
}
await browser.close()
await server.close()
await writeFile(`${folder}/pages.json`, `${JSON.stringify(hashes, null, 2)}\n`)
