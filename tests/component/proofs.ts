import type { WaitingProof } from '../../src/contract/proofCheck.ts'

/** A proof of a coil that waits to be checked, by the id of its file. */
export function waitingProof(id: number, others: Partial<WaitingProof> = {}): WaitingProof {
  return {
    id,
    submittedAt: `2026-11-20T09:00:${id}.000Z`,
    kind: 'coil',
    name: '11 A0 00 01',
    serialNumber: '11A00001',
    purchaseDate: '2026-11-01T00:00:00.000Z',
    createdAt: '2026-11-02T09:00:00.000Z',
    purchaseProof: { id, fileName: `invoice-${id}.png`, fileUrl: `/backend/file/showFileFromWeb?id=${id}`, isPdf: false },
    code: null,
    owner: { id: 4, tostring: 'Ada Field' },
    country: 'FR',
    ...others,
  }
}
