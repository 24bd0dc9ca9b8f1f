import type { DataClasses } from './dataClass.ts'

/** The installation itself and its messages. */
export const installationClasses = {
  // By key: tables/settingKeys.ts.
  settings: {
    key: 'kept',
    value: 'kept',
  },
  alerts: {
    id: 'kept',
    kind: 'kept',
    figure: 'kept',
    startedAt: 'kept',
    endedAt: 'kept',
  },
  callCounts: {
    minute: 'passing',
    answered: 'passing',
    failed: 'passing',
  },
  // A restored installation does what was due, once.
  dueWork: {
    kind: 'kept',
    key: 'kept',
    dueAt: 'kept',
    attempts: 'kept',
    lastError: 'kept',
    failedAt: 'kept',
    claimedBy: 'blanked',
    claimedUntil: 'blanked',
    doneAt: 'kept',
  },
  // Without texts and secrets: both are made when a message is sent.
  outgoingMessages: {
    id: 'kept',
    template: 'kept',
    userId: 'kept',
    address: 'kept',
    locale: 'kept',
    alertId: 'kept',
    factorResetId: 'kept',
    releaseId: 'kept',
    messageId: 'kept',
    createdAt: 'kept',
    uselessAt: 'kept',
    attempts: 'kept',
    dueAt: 'kept',
  },
  settledMessages: {
    messageId: 'kept',
    template: 'kept',
    userId: 'kept',
    createdAt: 'kept',
    settledAt: 'kept',
    outcome: 'kept',
  },
  // With links and codes in clear.
  demoMessages: {
    id: 'access',
    messageId: 'access',
    channel: 'access',
    recipient: 'access',
    subject: 'access',
    text: 'access',
    html: 'access',
    sentAt: 'access',
  },
  demoRows: {
    entity: 'kept',
    recordId: 'kept',
  },
} as const satisfies Partial<DataClasses>
