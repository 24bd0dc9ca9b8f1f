import { expect, it } from 'vitest'
import { inSandbox } from '../sandbox/inSandbox.ts'
import { drawPdf } from './withPdfThread.ts'

it('a proof is read while certificates are drawn and wait to be drawn [T1026]', async () => {
  const never = Promise.withResolvers<string>()
  // One more than may wait.
  const drawings = Array.from({ length: 130 }, () => drawPdf(1, () => never.promise))
  void Promise.allSettled(drawings)
  await expect(drawings.at(-1)).rejects.toMatchObject({ code: 'service.unavailable.error' })
  const noPdf = new Uint8Array(10)
  await expect(inSandbox(1, 'countPages', () => [noPdf])).resolves.toBe(0)
})
