/** The pictures that mails carry. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pictureOf, sizeOfDrawing } from '../src/server/messages/mailDrawing.ts'
import { drawnPage, hashOf, mailDrawings } from './drawings/drawnPage.tsx'

it('are of the drawings as the app has them now; otherwise: npm run drawings [T1080]', () => {
  expect(JSON.parse(readFileSync('src/server/messages/drawings/pages.json', 'utf8'))).toEqual(
    Object.fromEntries(mailDrawings.map((drawing) => [drawing, hashOf(drawnPage(drawing))])),
  )
})

it.each(mailDrawings)('that of %s is sharp on a fine display, and small', async (drawing) => {
  const { width, height } = sizeOfDrawing(drawing)
  const picture = pictureOf(drawing)
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 2 * width, height: 2 * height })
  expect(picture.length).toBeLessThan(10_000)
})
