import { expect, it } from 'vitest'
import { isNamedBrowser } from './isNamedBrowser.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['Chrome', windows],
  ['Edge', `${windows} Edg/143.0.0.0`],
  ['Opera', `${windows} OPR/127.0.0.0`],
  ['Chrome on a phone', `${android} Chrome/143.0.0.0 Mobile Safari/537.36`],
  ['Chrome on an iPhone', `${iphone} CriOS/143.0.7499.92 Mobile/15E148 Safari/604.1`],
  ['Edge on an iPhone', `${iphone} Version/18.0 EdgiOS/143.0.3650.75 Mobile/15E148 Safari/604.1`],
])('is %s', (_, userAgent) => {
  expect(isNamedBrowser({ userAgent })).toBe(true)
})

it.each([
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Safari', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'],
  ['Safari on an iPhone', `${iphone} Version/26.0 Mobile/15E148 Safari/604.1`],
  ['Samsung Internet', `${android} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`],
  ['Vivaldi', `${windows} Vivaldi/7.6.3797.63`],
  ['Yandex', windows.replace('Safari', 'YaBrowser/25.10.0.0 Safari')],
])('is not %s', (_, userAgent) => {
  expect(isNamedBrowser({ userAgent })).toBe(false)
})
