/** Eight clients of the demo that read, save, upload and are refused uploads without a pause, and count what fails. Knows no server. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, createApi } from '../../src/app/api/createApi.ts'
import type { LoginSession } from '../../src/contract/authentication.ts'
import { basePath } from '../../src/contract/basePath.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { firmwareBody } from '../support/catalogue.ts'

const uploadBytes = 2 * 1024 * 1024
const refusedPauseMs = 20
const answerMs = 60_000

export type Load = {
  /** Resolves when so many more have been sent. */
  readonly sentAtLeast: (count: number) => Promise<void>
  readonly stop: () => Promise<{ sent: Readonly<Record<string, number>>; failures: readonly string[] }>
}

export async function startLoad(url: string): Promise<Load> {
  const sent: Record<string, number> = { reads: 0, saves: 0, uploads: 0, refused_uploads: 0 }
  const failures: string[] = []
  const stopping = new AbortController()
  const total = () => Object.values(sent).reduce((sum, one) => sum + one, 0)

  /** Sends once, whatever comes of it. Where nobody listens nothing was sent, and it is tried again. */
  async function count(kind: string, wanted: number, request: Request): Promise<Response> {
    for (;;) {
      try {
        // The client's own patience does not count: it includes the time in which nobody listens.
        const answer = await fetch(request.clone(), { signal: AbortSignal.timeout(answerMs) })
        sent[kind] = (sent[kind] ?? 0) + 1
        // A body that breaks off is a failure as well.
        const bytes = await answer.arrayBuffer()
        if (answer.status !== wanted) failures.push(`${kind}: ${answer.status} ${new TextDecoder().decode(bytes).slice(0, 200)}`)
        return new Response(bytes, answer)
      } catch (error) {
        if (!isRefused(error)) {
          sent[kind] = (sent[kind] ?? 0) + 1
          failures.push(`${kind}: ${String(error instanceof Error ? (error.cause ?? error) : error)}`)
          throw error
        }
        await pause(refusedPauseMs)
      }
    }
  }

  /** Gives clients of one person, each of which counts what it sends as one kind. */
  async function signIn(username: string) {
    let held: LoginSession | null = null
    const session = { read: () => held, write: (next: LoginSession) => void (held = next), end: () => void (held = null) }
    const clientFor = (kind: string) =>
      createApi({ fetch: (input, init) => count(kind, 200, new Request(input, init)), baseUrl: url + basePath, session })
    held = await clientFor('reads').authentication.login({ body: { username, password: demoPassword } })
    return clientFor
  }

  async function readAndSave(clientFor: (kind: string) => Api): Promise<void> {
    const [reading, saving] = [clientFor('reads'), clientFor('saves')]
    const [detector] = await reading.userProduct.getUserProductsForUser()
    const [firmware] = await reading.firmware.getAllForProductAndUser({ params: { productId: detector?.product.id ?? 0 } })
    const body = { userProductId: detector?.id ?? 0, firmwareId: firmware?.id ?? 0 }
    await repeat(async () => {
      await reading.userProduct.getUserProductsForUser()
      await saving.productUpdate.create({ body })
    })
  }

  async function upload(clientFor: (kind: string) => Api): Promise<void> {
    const uploading = clientFor('uploads')
    await repeat(async () => {
      const bytes = new Uint8Array(uploadBytes).fill(7)
      await uploading.firmware.create({ body: firmwareBody({ versionName: crypto.randomUUID(), isActive: false, bytes }) })
    })
  }

  async function beRefused(): Promise<void> {
    await repeat(async () => {
      const body = new Uint8Array(uploadBytes)
      await count('refused_uploads', 401, new Request(`${url}${basePath}/firmware`, { method: 'POST', body }))
    })
  }

  async function repeat(work: () => Promise<void>): Promise<void> {
    // What fails has been counted.
    while (!stopping.signal.aborted) await work().catch(() => undefined)
  }

  const customer = await signIn('customer@example.com')
  const admin = await signIn('admin@example.com')
  const clients = [...Array.from({ length: 6 }, () => readAndSave(customer)), upload(admin), beRefused()]
  const broken = Promise.all(clients)
  broken.catch(() => undefined)

  return {
    sentAtLeast: async (more) => {
      const goal = total() + more
      const reached = async () => {
        while (total() < goal) await pause(refusedPauseMs)
      }
      // Where a client could not even sign in, the figures would say nothing.
      await Promise.race([reached(), broken])
    },
    stop: async () => {
      stopping.abort()
      await broken
      return { sent, failures }
    },
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}
