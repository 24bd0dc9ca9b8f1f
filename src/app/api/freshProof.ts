/** When the person signed in to this browser last proved who they are, by its own clock, and what asks them to. The server decides. */
import * as v from 'valibot'
import { proofMinutes } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import { createStoredItem } from '../browser/storedItem.ts'

const item = createStoredItem('fieldport.proof')
const schema = v.pipe(v.string(), v.parseJson(), v.object({ userId: v.number(), at: v.number() }))
/** A call may be under way for this long. */
const slackMs = 20_000

export function noteProof(userId: number): void {
  item.set(JSON.stringify({ userId, at: Date.now() }))
}

export function forgetProof(): void {
  item.set(null)
}

export function isProvedBy(userId: number | undefined): boolean {
  const noted = v.safeParse(schema, item.get())
  if (!noted.success || noted.output.userId !== userId) return false
  const ageMs = Date.now() - noted.output.at
  return ageMs >= 0 && ageMs < proofMinutes * 60_000 - slackMs
}

type Asker = () => Promise<void>
let asker: Asker | null = null

/** The dialog that asks, while some layout shows it. */
export function setProofAsker(ask: Asker | null): void {
  asker = ask
}

/** Resolves once the person has proved who they are; rejects with `proof.required.error` if they did not. */
export async function askProof(): Promise<void> {
  if (asker === null) throw new AppError('proof.required.error')
  await asker()
}
