import sharp from 'sharp'
import { expect, it } from 'vitest'
import { inSandbox } from './inSandbox.ts'

it('pictures that wait to be measured are copied only when it is their turn [T1027]', async () => {
  const data = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  let copies = 0
  const measured = Array.from({ length: 20 }, (_, account) =>
    inSandbox(account, 'shrinkMeasured', () => {
      copies += 1
      return [data, 'image/png', 3]
    }),
  )
  expect(copies).toBe(1)
  expect(await Promise.all(measured)).toEqual(Array.from({ length: 20 }, () => expect.objectContaining({ width: 4, height: 3 })))
  expect(copies).toBe(20)
})
