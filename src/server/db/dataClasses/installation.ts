import type { DataClasses } from './dataClass.ts'

/** The installation itself and its messages. */
export const installationClasses = {
  // By key: tables/settingKeys.ts.
  settings: {
    key: 'kept, impersonal',
    value: 'kept, impersonal',
  },
  alerts: {
    id: 'kept, impersonal',
    kind: 'kept, impersonal',
    figure: 'kept, impersonal',
    startedAt: 'kept, impersonal',
    endedAt: 'kept, impersonal',
  },
  callCounts: {
    minute: 'passing, impersonal',
    answered: 'passing, impersonal',
    failed: 'passing, impersonal',
  },
  // A restored installation does what was due, once.
  dueWork: {
    kind: 'kept, impersonal',
    key: 'kept, impersonal',
    dueAt: 'kept, impersonal',
    attempts: 'kept, impersonal',
    lastError: 'kept, impersonal',
    failedAt: 'kept, impersonal',
    claimedBy: 'blanked, impersonal',
    claimedUntil: 'blanked, impersonal',
    doneAt: 'kept, impersonal',
  },
  // Without texts and secrets: both are made when a message is sent.
  outgoingMessages: {
    id: 'kept, withheld, erased',
    template: 'kept, exported, erased',
    userId: 'kept, withheld, erased',
    address: 'kept, withheld, erased',
    locale: 'kept, withheld, erased',
    alertId: 'kept, withheld, erased',
    factorResetId: 'kept, withheld, erased',
    releaseId: 'kept, withheld, erased',
    proofFileId: 'kept, withheld, erased',
    accessoryId: 'kept, withheld, erased',
    userProductId: 'kept, withheld, erased',
    aboutUserId: 'kept, withheld, erased',
    messageId: 'kept, withheld, erased',
    createdAt: 'kept, exported, erased',
    uselessAt: 'kept, withheld, erased',
    attempts: 'kept, withheld, erased',
    dueAt: 'kept, withheld, erased',
  },
  settledMessages: {
    messageId: 'kept, withheld, erased',
    template: 'kept, exported, erased',
    userId: 'kept, withheld, erased',
    createdAt: 'kept, exported, erased',
    settledAt: 'kept, exported, erased',
    outcome: 'kept, exported, erased',
  },
  // With links and codes in clear.
  demoMessages: {
    id: 'access, withheld, erased',
    messageId: 'access, withheld, erased',
    channel: 'access, withheld, erased',
    recipient: 'access, withheld, erased',
    subject: 'access, withheld, erased',
    text: 'access, withheld, erased',
    html: 'access, withheld, erased',
    sentAt: 'access, withheld, erased',
  },
  demoRows: {
    entity: 'kept, impersonal',
    recordId: 'kept, impersonal',
  },
} as const satisfies Partial<DataClasses>
