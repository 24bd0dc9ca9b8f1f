/** The half of the server that keeps what a person has asked for: archives of their data, and the deletion of their account. */
import type { DataExport, Leaving } from '../../src/contract/leaving.ts'
import { AppError } from '../../src/errors.ts'
import { profile } from './answers.ts'
import type { FakeCalls } from './fakeApi.ts'

export const dueAt = '2026-12-04T09:00:00.000Z'
export const leavingWords = {
  en: {
    card: 'My data',
    banner: 'Deletion of the account',
    prepare: 'Prepare my data',
    preparing: 'Being prepared. You will get an email.',
    download: 'Download',
    remove: 'Delete my account',
    question: 'Delete your account?',
    days: /It is deleted in 7 days\. Until then you can sign in as before/,
    stays: [/^used warranty codes, and the serial number/, /^which firmware was installed on a detector/, /^dates without a name/],
    date: /will be deleted on 04\/12\/2026/,
    keep: 'Keep my account',
    kept: 'Your account stays',
    onlyOne: 'You are the only administrator. Make somebody else an administrator first.',
  },
  fr: {
    card: 'Mes données',
    banner: 'Suppression du compte',
    prepare: 'Préparer mes données',
    preparing: 'En préparation. Vous recevrez un email.',
    download: 'Télécharger',
    remove: 'Supprimer mon compte',
    question: 'Supprimer votre compte\u00a0?',
    days: /Il sera supprimé dans 7 jours\. D’ici là, vous pouvez vous connecter comme avant/,
    stays: [/^les codes de garantie utilisés/, /^le firmware installé sur un détecteur/, /^des dates sans nom/],
    date: /sera supprimé le 04\/12\/2026|seront supprimés le 04\/12\/2026/,
    keep: 'Garder mon compte',
    kept: 'Votre compte est conservé',
    onlyOne: 'Vous êtes le seul administrateur. Donnez d’abord ce rôle à une autre personne.',
  },
} as const

export function archive(id: number, others: Partial<DataExport> = {}): DataExport {
  return { id, requestedAt: '2026-11-27T09:00:00.000Z', isByStaff: false, sizeBytes: 312_000, expiresAt: dueAt, ...others }
}

/** `isOnly`: the person is the only administrator. */
export function createLeaving(exports: readonly DataExport[] = [], { isOnly = false }: { isOnly?: boolean } = {}): FakeCalls {
  let stored: Leaving = { exports: [...exports], deletion: null }
  return {
    user: { getProfile: () => ({ ...profile, deletionAt: stored.deletion?.dueAt ?? null }) },
    leaving: {
      getOwn: () => stored,
      requestExport: () => (stored = { ...stored, exports: [archive(9, { sizeBytes: null }), ...stored.exports] }),
      downloadExport: () =>
        new Response('the archive', { headers: { 'Content-Disposition': 'attachment; filename="Fieldport-2026-11-27.zip"' } }),
      requestDeletion() {
        if (isOnly) throw new AppError('last.administrator.error')
        const deletion = { requestedAt: '2026-11-27T09:00:00.000Z', dueAt, isByStaff: false, hasBegun: false }
        return (stored = { ...stored, deletion })
      },
      cancelDeletion: () => (stored = { ...stored, deletion: null }),
    },
  }
}
