import { desc } from 'drizzle-orm'
import type { contract } from '../../contract/contract.ts'
import type { DemoMessage } from '../../contract/demoMailbox.ts'
import { AppError } from '../../errors.ts'
import type { HandlersOf } from '../call.ts'
import { demoMessages } from '../db/tables.ts'

const shownMax = 50

export const demoMailbox: HandlersOf<typeof contract.demoMailbox> = {
  async getAll({ db, config }) {
    if (!config.isDemo) throw new AppError('resource.not.found')
    const messages = await db.select().from(demoMessages).orderBy(desc(demoMessages.id)).limit(shownMax)
    return messages.map(toResponse)
  },
}

function toResponse(message: typeof demoMessages.$inferSelect): DemoMessage {
  return { ...message, sentAt: message.sentAt.toISOString() }
}
