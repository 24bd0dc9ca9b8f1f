/** The page of a release, which is that of its first firmware, and fresh proof for its steps. */
import { page } from 'vitest/browser'
import type { FakeCalls } from './fakeApi.ts'
import type { createRelease } from './releases.ts'
import { openApp, type Person } from './render.tsx'

type Opened = {
  /** An administrator by default. */
  readonly as?: Person
  /** Whose question is open. */
  readonly step?: string
  /** A password is asked for where a call wants fresh proof. */
  readonly isProofOld?: boolean
  /** In place of those of the release. */
  readonly answers?: FakeCalls['release']
}

const session = { beginProof: () => ({ kinds: ['password' as const], passkey: null }), prove: () => ({}) }
export const proofDialog = page.getByRole('dialog', { name: 'Confirm that it is you' })

export async function prove(): Promise<void> {
  await proofDialog.getByLabelText('Password', { exact: true }).fill('correct horse battery')
  await proofDialog.getByRole('button', { name: 'Continue' }).click()
}

export async function openRelease(
  { calls }: ReturnType<typeof createRelease>,
  { as = 'admin', step, isProofOld = false, answers }: Opened = {},
) {
  const path = `/firmware/show/14${step === undefined ? '' : `?step=${step}`}`
  const app = await openApp(path, { as, isProofOld, calls: [calls, { release: answers, session }] })
  /** What each call of the release with this name has sent. */
  const sent = (call: keyof NonNullable<FakeCalls['release']>) => app.sent(`release.${call}`)
  return { ...app, sent }
}
