import { onTestFinished, vi } from 'vitest'

const phone = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36'

/** The browser's HID, until the test ends. */
export function replaceHid(hid: EventTarget): void {
  Object.defineProperty(navigator, 'hid', { value: hid, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'hid'))
}

/** A browser without WebHID, as all on phones are, until the test ends. */
export function loseWebHid({ isPhone }: { isPhone: boolean }): void {
  const hid = Object.getOwnPropertyDescriptor(Navigator.prototype, 'hid')
  // Such a browser has no such property at all.
  Reflect.deleteProperty(Navigator.prototype, 'hid')
  if (isPhone) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
  onTestFinished(() => {
    if (hid !== undefined) Object.defineProperty(Navigator.prototype, 'hid', hid)
  })
}

/** The browser's chooser, which has the page's focus while it is shown, and which the person closes. */
export function closeChooser() {
  return vi.spyOn(navigator.hid, 'requestDevice').mockImplementation(() => {
    dispatchEvent(new Event('blur'))
    return Promise.resolve([])
  })
}
