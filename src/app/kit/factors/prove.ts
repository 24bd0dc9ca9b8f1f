import type { FactorProof } from '../../../contract/factors.ts'

/** Makes a proof and has it checked. Rejects if it is wrong, or if its person has cancelled. */
export type Prove = (makeProof: () => Promise<FactorProof>) => Promise<void>
