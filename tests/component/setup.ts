/** Each component test starts in an empty browser, and fails if React or the app has logged an error, a text stands beside others, or a sign on its own line. */
import '../../src/app/ui/foreign-nodes.ts'
import '../../src/app/app.css'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup, configure } from 'vitest-browser-react/pure'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../src/app/api/queryClient.ts'
import { clockLeadMs, foreignAnswers, isServerReached, pendingRequestsSettled } from '../../src/app/api/serverReachability.ts'
import { stopFakeApi } from './fakeApi.ts'
import { textsBesideOthers } from './ownElements.ts'
import { signsOnOwnLines } from './signsInLine.ts'

configure({ reactStrictMode: true })

/** As another tab does: stores of stored items outlive a test. */
function forgetStoredItems(): void {
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
}

beforeEach(async () => {
  forgetStoredItems()
  sessionStorage.clear()
  delete document.documentElement.dataset['theme']
  isServerReached.setState(() => true)
  foreignAnswers.setState(() => 0)
  clockLeadMs.setState(() => 0)
  // As slow as a third of a mount, also where the size is the same.
  if (innerWidth !== 1280 || innerHeight !== 720) await page.viewport(1280, 720)
  // From where the last test left it, the pointer would open or preload what comes to lie beneath it.
  await userEvent.hover(document.documentElement, { position: { x: 0, y: 0 }, force: true })
  // What the browser offers by itself would ask the server for a challenge.
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  vi.spyOn(console, 'error')
})

afterEach(async () => {
  const beside = textsBesideOthers()
  const alone = signsOnOwnLines()
  toast.dismiss()
  await cleanup()
  queryClient.clear()
  // Signed out, the outbox begins nothing more: a call begun between two tests gets no answer, and those of the next test would wait for it.
  forgetStoredItems()
  await pendingRequestsSettled(2_000)
  const complaints = vi.mocked(console.error).mock.calls.map((args) => args.map(String).join(' '))
  vi.restoreAllMocks()
  const { unexpected } = stopFakeApi()
  const faults = [
    ...complaints,
    ...unexpected.map((call) => `no answer to ${call}`),
    ...beside.map((html) => `a text beside others: ${html}`),
    ...alone.map((html) => `a sign on its own line: ${html}`),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
})
