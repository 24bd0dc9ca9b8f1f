/** The half of the server that keeps what a person has asked for: archives of their data, and the deletion of their account. */
import type { DataExport, Leaving } from '../../src/contract/leaving.ts'
import { AppError } from '../../src/errors.ts'
import { profile } from './answers.ts'
import type { FakeCalls } from './fakeApi.ts'

export const dueAt = '2026-12-04T09:00:00.000Z'
export function archive(id: number, others: Partial<DataExport> = {}): DataExport {
  return {
    id,
    requestedAt: '2026-11-27T09:00:00.000Z',
    isByStaff: false,
    sizeBytes: 312_000,
    hasFailed: false,
    expiresAt: dueAt,
    ...others,
  }
}

/** `isOnly`: the person is the only administrator. `deletion`: asked for before. */
export function createLeaving(
  exports: readonly DataExport[] = [],
  { isOnly = false, deletion = null }: { isOnly?: boolean; deletion?: Leaving['deletion'] } = {},
): FakeCalls {
  let stored: Leaving = { exports: [...exports], deletion }
  return {
    user: {
      getProfile: () => ({ ...profile, deletionAt: stored.deletion?.dueAt ?? null, deletionHasBegun: stored.deletion?.hasBegun ?? false }),
    },
    leaving: {
      getOwn: () => stored,
      requestExport: () =>
        (stored = { ...stored, exports: [archive(9, { sizeBytes: null }), ...stored.exports.filter(({ hasFailed }) => !hasFailed)] }),
      downloadExport: () =>
        new Response('the archive', { headers: { 'Content-Disposition': 'attachment; filename="Fieldport-2026-11-27.zip"' } }),
      requestDeletion() {
        if (isOnly) throw new AppError('last.administrator.error')
        const asked = { requestedAt: '2026-11-27T09:00:00.000Z', dueAt, isByStaff: false, hasBegun: false }
        return (stored = { ...stored, deletion: asked })
      },
      cancelDeletion: () => (stored = { ...stored, deletion: null }),
    },
  }
}
