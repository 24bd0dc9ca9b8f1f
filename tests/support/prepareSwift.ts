/** Runs once before the bucket tests (Vitest's globalSetup): an S3 server. Tests that stop theirs start their own. */
import type { TestProject } from 'vitest/node'
import { startSwift } from './swift.ts'

declare module 'vitest' {
  interface ProvidedContext {
    s3Endpoint: string
  }
}

export default async function prepareSwift(project: TestProject): Promise<() => Promise<void>> {
  const swift = await startSwift()
  project.provide('s3Endpoint', swift.endpoint)
  return swift.dispose
}
