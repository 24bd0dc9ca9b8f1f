/** A coil's registration, written down first, so that neither a lost line nor a closed page loses it or its proof. */
import { AppError } from '../../../../errors.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import { coilCall, type QueuedCoil } from '../../../outbox/queuedCalls.ts'
import { sleep } from '../../../browser/sleep.ts'

/** How long a person looks at a busy button; the sending itself goes on. */
const patienceMs = 8_000

/** 'waiting': it is kept here and sent as soon as the server answers. Throws what the server refuses it for, and keeps nothing then. */
export async function sendCoil(payload: QueuedCoil): Promise<'sent' | 'waiting'> {
  const entry = await appOutbox.add({ call: coilCall, payload })
  await Promise.race([appOutbox.flush(), sleep(patienceMs)])
  const outcome = await appOutbox.outcomeOf(entry)
  if (outcome.status !== 'refused') return outcome.status
  await appOutbox.discard(entry)
  const { code, invalidField } = outcome
  throw new AppError(code, invalidField === undefined ? {} : { invalidField })
}
