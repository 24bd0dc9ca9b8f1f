/** The texts of releases, for version 7.1 and the owners of releaseModel.ts. */
import { updateWords } from './updateWords.ts'

export const releaseWords = {
  ...updateWords.en,
  firmwares: 'Firmwares',
  add: 'Add a firmware',
  language: 'Language',
  languageName: 'English',
  file: 'File',
  products: 'Products',
  save: 'Save',
  search: 'Search',
  delete: 'Delete',
  deleted: 'Firmware deleted',
  undo: 'Undo',
  restored: 'Restored',
  betaGroups: 'Beta groups',
  noGroup: 'It has no beta group, so nobody would be offered it.',
  onlyStaff: 'Only administrators and the back office are offered it, to try it out.',
  draftMark: 'Draft, for tests by staff',
  draftWarning: '7.1 is a draft, for tests by staff: no customer is offered it',
  offeredTo: 'Offered to 4 customers with 4 detectors.',
  haltedState: 'Halted',
  nobodyNew: 'Offered to nobody new. Updates that have begun can be finished.',
  withdrawnOn: /^Withdrawn for good on .*: this version is never offered again\.$/,
  beta: {
    ask: 'Offer to beta testers…',
    sentence: 'It will be offered to 1 beta tester with 1 detector.',
    action: 'Offer to 1 beta tester',
    done: '7.1 is now offered to beta testers',
  },
  released: {
    ask: 'Offer to everyone…',
    sentence: 'It will be offered to 4 customers with 4 detectors.',
    action: 'Offer to 4 customers',
    done: '7.1 is now offered to everyone',
  },
  halt: { ask: 'Halt 7.1', action: 'Halt 7.1', done: '7.1 is halted' },
  resume: {
    ask: 'Offer again…',
    sentence: 'It will be offered to 4 customers with 4 detectors.',
    action: 'Offer to 4 customers',
    done: '7.1 is offered again',
  },
  withdraw: {
    ask: 'Withdraw…',
    sentence:
      /^It will no longer be offered to 4 customers with 4 detectors, .* This is final: this version is never offered again\. Owners who have it on a detector are told by mail and on their page\.$/,
    action: 'Withdraw 7.1',
    done: '7.1 is withdrawn',
  },
} as const
