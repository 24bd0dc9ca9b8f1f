import type { DataClasses } from './dataClass.ts'

/** Secrets, though hashed, what waits for one, and counters. */
export const signingInClasses = {
  signingKeys: {
    id: 'access',
    wrappedKey: 'access',
    createdAt: 'access',
    retiredAt: 'access',
  },
  sessions: {
    id: 'access',
    familyId: 'access',
    userId: 'access',
    tokenHash: 'access',
    createdAt: 'access',
    startedAt: 'access',
    rotatedAt: 'access',
    successorKeyId: 'access',
    expiresAt: 'access',
    userAgent: 'access',
  },
  impersonations: {
    id: 'access',
    administratorId: 'access',
    familyId: 'access',
    customerId: 'access',
    screens: 'access',
    expiresAt: 'access',
  },
  trustedDevices: {
    id: 'access',
    userId: 'access',
    tokenHash: 'access',
    createdAt: 'access',
    lastUsedAt: 'access',
  },
  signInGrants: {
    id: 'access',
    userId: 'access',
    tokenHash: 'access',
    replacesFamilyId: 'access',
    expiresAt: 'access',
  },
  smsCodes: {
    userId: 'access',
    codeHash: 'access',
    tries: 'access',
    expiresAt: 'access',
  },
  mailedTokens: {
    id: 'access',
    userId: 'access',
    purpose: 'access',
    address: 'access',
    tokenHash: 'access',
    expiresAt: 'access',
  },
  // They wait for a link or a code, and may have been withdrawn since.
  pendingUsernames: {
    userId: 'access',
    username: 'access',
    requestedById: 'access',
    expiresAt: 'access',
  },
  pendingPhones: {
    userId: 'access',
    phonePrefix: 'access',
    phoneNumber: 'access',
    codeHash: 'access',
    tries: 'access',
    codeExpiresAt: 'access',
    expiresAt: 'access',
  },
  // Keyed by plain hashes of what was typed, perhaps a password, or of a trusted browser's secret. A lock lasts 15 minutes at most.
  signInLocks: {
    nameHash: 'access',
    failures: 'access',
    locks: 'access',
    lockedUntil: 'access',
    lastTriedAt: 'access',
    checking: 'access',
  },
  rateLimits: {
    key: 'kept',
    takenAt: 'kept',
    checking: 'kept',
    expiresAt: 'kept',
  },
} as const satisfies Partial<DataClasses>
