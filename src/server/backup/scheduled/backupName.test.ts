import { describe, expect, it } from 'vitest'
import { backupName, erasedListNameOf } from './backupName.ts'

const here = { publicUrl: 'https://portal.example.com' }
const staging = { publicUrl: 'https://staging.example.com:8443' }
const madeAt = new Date('2026-11-21T02:00:00.000Z')

describe('the list of erased people that belongs to a backup', () => {
  it.each([true, false])(
    'is that of the installation that made it, not of the one that restores it (encrypted: %s) [T1012]',
    (isEncrypted) => {
      expect(erasedListNameOf(backupName(here, madeAt, isEncrypted), staging)).toBe('fieldport-portal.example.com-erased.json')
      expect(erasedListNameOf(backupName(staging, madeAt, isEncrypted), here)).toBe('fieldport-staging.example.com-8443-erased.json')
    },
  )

  it.each(['before-upgrade.backup', 'fieldport.tar', 'fieldport-2026-11-21T020000Z.tar', 'fieldport-portal.example.com-notes.txt'])(
    'is that of the restoring installation where the name, as %s, does not say who made it',
    (name) => expect(erasedListNameOf(name, here)).toBe('fieldport-portal.example.com-erased.json'),
  )
})
