import { onTestFinished, vi } from 'vitest'

/** The browser says that it is offline, until the test ends or the returned function is called. */
export function loseNetwork(): () => void {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  const bringBack = () => {
    network.mockRestore()
    dispatchEvent(new Event('online'))
  }
  onTestFinished(bringBack)
  return bringBack
}
