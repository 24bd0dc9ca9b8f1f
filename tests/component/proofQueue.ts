/** A queue of proofs that staff check, and what its page shows. */
import { page } from 'vitest/browser'
import { type FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { waitingProof } from './proofs.ts'
import { grayPng, shownUser } from './records.ts'
import { openApp } from './render.tsx'
import type { WaitingProof } from '../../src/contract/proofCheck.ts'

export const picture = () => Uint8Array.from(atob(grayPng), (letter) => letter.charCodeAt(0))
export const ada = waitingProof(31, { owner: { id: 4, tostring: 'Ada Field' }, code: 'ABCDE23456FGHJK7890L' })
export const bob = waitingProof(32, { owner: { id: 5, tostring: 'Bob Meadow' }, kind: 'detector', name: 'WS6 Master' })
export const eve = waitingProof(33, { owner: { id: 6, tostring: 'Eve Heath' } })

type Decided = { readonly id: number; readonly body: unknown }

/** A queue as the server keeps it: two at a time, oldest first. */
export async function openQueue(
  proofs: readonly WaitingProof[],
  {
    others = {},
    files = () => new Response(picture(), { headers: { 'content-type': 'image/png' } }),
  }: { others?: FakeCalls['proofCheck']; files?: () => Response | Promise<Response> } = {},
) {
  const waiting = [...proofs]
  const decided: Decided[] = []
  const reopened: number[] = []
  const app = await openApp('/proofCheck/index', {
    as: 'backoffice',
    calls: {
      // The mouse may rest on a link, whose record is then fetched ahead.
      user: { ...fakeTable(() => []), get: () => shownUser() },
      file: { showFileFromWeb: files },
      proofCheck: {
        take: () => ({ waiting: waiting.length, proofs: waiting.slice(0, 2) }),
        decide({ params: { id }, body }) {
          decided.push({ id, body })
          waiting.splice(
            waiting.findIndex((one) => one.id === id),
            1,
          )
          return { id }
        },
        reopen({ params: { id } }) {
          reopened.push(id)
          waiting.unshift(...proofs.filter((one) => one.id === id))
          return { id }
        },
        ...others,
      },
    },
  })
  return { ...app, decided, reopened }
}

export const shownOf = (fileId: number, seen: readonly { name: string; parts: unknown }[]) =>
  seen.filter(({ name, parts }) => name === 'file.showFileFromWeb' && JSON.stringify(parts).includes(`"id":${fileId}`)).length
export const owner = (name: string) => page.getByRole('link', { name, exact: true })
export const document = (name: string) => page.getByRole('img', { name })
export const approve = () => page.getByRole('button', { name: 'Approve' })
export const refuse = () => page.getByRole('button', { name: 'Refuse', exact: true })
