/** The texts of the profile about one's data. */
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
    stays: [
      /^used warranty codes, and the serial number/,
      /^which firmware was installed on a detector/,
      /^dates and settings without a name/,
    ],
    date: /will be deleted on 04\/12\/2026/,
    begun: /^Your account (?:and your data are|is) being deleted\./,
    failed: 'It could not be prepared. We will try again; you can also start it anew.',
    keep: 'Keep my account',
    kept: 'Your account stays',
    onlyOne: 'You are the only administrator. Make somebody else an administrator first.',
  },
} as const
