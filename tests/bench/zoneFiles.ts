/**
 * How long the server takes for each file of the corpus that is sent as a rally zone, and how long others wait meanwhile: the longest that
 * an ordinary call takes, with the embedded database.
 */
import { basePath } from '../../src/contract/basePath.ts'
import { rallyZone } from '../../src/contract/rallyZone.ts'
import { user } from '../../src/contract/user.ts'
import { startBuiltServer } from '../support/builtServer.ts'
import { kmlCorpus, type ZoneSample } from '../support/kmlCorpus.ts'
import { median } from './averages.ts'
import { signIn } from './requestBlock.ts'
import { startProbe } from './startProbe.ts'

const rounds = 3
const shown = 3

type Measured = { readonly name: string; readonly seconds: number; readonly blockMs: number }

/** `slowest`: the files that take longest, and those that keep others waiting longest. */
export async function measureZoneFiles() {
  const server = await startBuiltServer({ ACCESS_TOKEN_MINUTES: '60' })
  const authorization = `Bearer ${await signIn(server.url)}`
  const probe = startProbe(server.url + basePath + user.getProfile.path, authorization)

  async function measure({ name, expected, file }: ZoneSample): Promise<Measured> {
    const form = new FormData()
    for (const [key, value] of Object.entries({ title: name, enabled: 'false', zoneFile: file() })) form.append(key, value)
    const body = await new Response(form).blob()
    await probe.longestWait()
    const startedAt = performance.now()
    const { method, path } = rallyZone.create
    const response = await fetch(server.url + basePath + path, { method, body, headers: { authorization, 'content-type': body.type } })
    await response.arrayBuffer()
    const seconds = (performance.now() - startedAt) / 1000
    if (response.status !== (typeof expected === 'string' ? 403 : 200)) throw new Error(`${name}: ${response.status}`)
    return { name, seconds, blockMs: await probe.longestWait() }
  }

  async function measureRound(): Promise<Measured[]> {
    const measured: Measured[] = []
    for (const sample of kmlCorpus) measured.push(await measure(sample))
    return measured
  }

  try {
    // What Node has not compiled yet takes longer, once.
    await measureRound()
    const measured: Measured[][] = []
    while (measured.length < rounds) measured.push(await measureRound())
    const medianOf = (read: (one: Measured) => number) => median(measured.map((round) => Math.max(...round.map(read))))
    const medians = kmlCorpus.map(({ name }, index) => {
      const times = measured.flatMap((round) => round[index] ?? [])
      return { name, seconds: median(times.map(({ seconds }) => seconds)), blockMs: median(times.map(({ blockMs }) => blockMs)) }
    })
    const most = (read: (one: Measured) => number) => medians.toSorted((one, other) => read(other) - read(one)).slice(0, shown)
    return {
      files: kmlCorpus.length,
      longestSeconds: medianOf(({ seconds }) => seconds),
      worstMs: medianOf(({ blockMs }) => blockMs),
      slowest: [
        ...most(({ seconds }) => seconds).map(({ name, seconds }) => `${Math.round(seconds * 1000)} ms: ${name}`),
        ...most(({ blockMs }) => blockMs).map(({ name, blockMs }) => `others ${Math.round(blockMs)} ms: ${name}`),
      ],
    }
  } finally {
    await probe.end()
    await server.dispose()
  }
}
