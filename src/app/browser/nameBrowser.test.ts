import { expect, it } from 'vitest'
import { nameBrowser } from './nameBrowser.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['Chrome', 'Windows', windows],
  ['Edge', 'Windows', `${windows} Edg/143.0.0.0`],
  ['Opera', 'Windows', `${windows} OPR/127.0.0.0`],
  ['Chrome', 'Android', android],
  ['Chrome', 'ChromeOS', windows.replace('Windows NT 10.0; Win64; x64', 'X11; CrOS x86_64 14541.0.0')],
  ['Firefox', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Safari', 'macOS', mac],
  ['Safari', 'iPhone', `${iphone} Version/26.0 Mobile/15E148 Safari/604.1`],
  ['Chrome', 'iPhone', `${iphone} CriOS/143.0.7499.92 Mobile/15E148 Safari/604.1`],
  [null, null, 'Lynx/2.9'],
] as const)('names %s on %s', (browser, system, userAgent) => {
  expect(nameBrowser({ userAgent, maxTouchPoints: 0 })).toEqual({ browser, system })
})

it('knows an iPad, which names itself as a Mac, by its touch screen', () => {
  expect(nameBrowser({ userAgent: mac, maxTouchPoints: 5 })).toEqual({ browser: 'Safari', system: 'iPad' })
})
