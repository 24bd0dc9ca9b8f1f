/** Releases whose owners get mails: what tests of these mails do again and again. */
import { eq, inArray } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { outgoingMessages, releases, users } from '../../src/server/db/tables.ts'
import { composeMessage } from '../../src/server/delivery/composeMessage.ts'
import { announceReleases } from '../../src/server/entities/release/announce.ts'
import type { ApiServer } from './apiServer.ts'
import type { NewFirmware } from './catalogue.ts'
import { openReleaseDesk } from './releaseDesk.ts'

export const mailTemplates = ['releaseOffered', 'betaOffered'] as const
/** Customers read French, and these releases are in English. */
export const said = { confirmed: ['languageMissing' as const] }
export const goesOn = new AbortController().signal

type User = typeof users.$inferInsert

/** `desk` is new for each test, and what tests before have released is quiet. */
export function mailedReleasesOn(server: ApiServer) {
  let desk: Awaited<ReturnType<typeof openReleaseDesk>>

  beforeEach(async () => {
    await server.context.db.update(releases).set({ mailsOwners: false })
    await server.context.db.delete(outgoingMessages)
    desk = await openReleaseDesk(server)
  })

  const rows = () =>
    server.context.db
      .select()
      .from(outgoingMessages)
      .where(inArray(outgoingMessages.template, [...mailTemplates]))
      .orderBy(outgoingMessages.id)

  return {
    desk: () => desk,
    announce: () => announceReleases(server.context, goesOn),
    rows,
    mailed: async () => (await rows()).map(({ userId, template }) => ({ userId, template })),
    /** As they would be sent now. */
    async mails() {
      const composed = await Promise.all((await rows()).map((row) => composeMessage(server.context, row, server.context.clock())))
      return composed.map((mail) => (mail?.channel === 'mail' ? mail : undefined))
    },
    release: (versionName: string, about: NewFirmware = {}) => desk.release({ versionName, ...about }, said.confirmed),
    async owner(about: Partial<User> = {}, detectors = 1) {
      const { username, userId } = await server.join(about)
      const client = await server.enter(username)
      const ids: number[] = []
      for (let index = 0; index < detectors; index += 1) ids.push(await desk.connect({ client }))
      return { username, userId, client, ids, id: ids[0] ?? 0 }
    },
    change: (userId: number, values: Partial<User>) => server.context.db.update(users).set(values).where(eq(users.id, userId)),
  }
}
