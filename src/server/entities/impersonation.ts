import type { contract } from '../../contract/contract.ts'
import { AppError } from '../../errors.ts'
import { endImpersonations } from '../auth/endImpersonations.ts'
import { startImpersonation } from '../auth/impersonation.ts'
import type { HandlersOf } from '../call.ts'

export const impersonation: HandlersOf<typeof contract.impersonation> = {
  async start({ body, user, address, now, ...context }) {
    const { customer, ...started } = await startImpersonation(context, { administrator: user, customerId: body.userId, address }, now)
    const { id, username, firstname, lastname } = customer
    return { ...started, customer: { id, username, tostring: `${firstname} ${lastname}`.trim() || username } }
  },

  async end({ params, user, db, address, now }) {
    const hasEnded = await endImpersonations(db, { id: params.id, administratorId: user.id, address }, now)
    if (!hasEnded) throw new AppError('resource.not.found')
    return {}
  },
}
