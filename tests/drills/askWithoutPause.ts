/** Part of container.sh and compose.sh: asks the portal at CONTAINER_URL without a pause until SIGTERM. Fails if a request did. */
const url = process.env['CONTAINER_URL'] ?? ''
const clients = 8

const over = new AbortController()
process.once('SIGTERM', () => over.abort())
const counts = { requests: 0, failed: 0, longestMs: 0 }

async function ask(index: number): Promise<void> {
  const isPost = index % 2 === 0
  // A wrong form: refused before anything is counted or written.
  const post = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
  const beganAt = performance.now()
  const status = await fetch(`${url}${isPost ? '/backend/api/login' : '/backend/configuration'}`, isPost ? post : {}).then(
    async (answer) => (await answer.text(), answer.status),
    () => 0,
  )
  counts.requests += 1
  if (status === 0 || status >= 500) counts.failed += 1
  counts.longestMs = Math.max(counts.longestMs, Math.round(performance.now() - beganAt))
}

async function client(index: number): Promise<void> {
  while (!over.signal.aborted) await ask(index)
}

await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
for (const [name, value] of Object.entries(counts)) console.log(`replaced while people ask: ${name} ${value}`)
process.exitCode = counts.failed > 0 || counts.requests === 0 ? 1 : 0
