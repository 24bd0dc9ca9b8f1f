/** The rooms of the house: one table for each tree, from top to bottom. tests/architecture.test.ts keeps them. */
import type { RoomTable } from './rooms.ts'

const serverRooms: RoomTable = {
  root: 'src/server/',
  floors: [
    ['main.ts', 'dev.ts', 'launch.js', 'launch/', 'tsconfig.json', 'commands/'],
    ['openContext.ts', 'delivery/', 'metrics/', 'doctor/', 'import/'],
    ['app.ts', 'jobs/'],
    ['handlers.ts', 'openApi/'],
    ['revertChange.ts'],
    ['http/', 'entities/'],
    ['call.ts'],
    ['demo/'],
    ['leaving/'],
    ['accounts/', 'alerts/', 'exports/'],
    ['auth/'],
    ['records/'],
    ['effects/'],
    ['messages/'],
    ['serverContext.ts'],
    ['backup/'],
    ['keys/', 'personalData/', 'sandbox/'],
    ['files/', 'sheets/', 'seals/'],
    ['clock/', 'work/'],
    ['html/', 'kml/', 'pdf/', 'installation/'],
    ['limits/'],
    ['threads/'],
    ['db/'],
    ['config/'],
  ],
  looseFilesMax: 10,
  folderFilesMax: 20,
  unlimitedFolders: ['db/tables/', 'db/migrations/'],
}

const entityRooms: RoomTable = {
  root: 'src/server/entities/',
  floors: [
    ['activity.ts', 'contact.ts', 'dashboard/', 'file.ts', 'leaving.ts', 'productUpdate/', 'release/', 'search/', 'userBatch/'],
    ['outcome/', 'signature/'],
    ['user/'],
    ['userProduct/'],
    ['firmware/', 'warrantyCode/'],
    ['betaGroup/', 'product/', 'proofCheck/'],
    ['offers/'],
    ['accessory/', 'catalogue.ts'],
    ['news/', 'rallyZone/'],
    ['audit.ts', 'authentication/', 'configuration.ts', 'demoMailbox.ts', 'forgotPassword.ts', 'impersonation.ts', 'installation.ts'],
    ['locale.ts', 'register.ts', 'role.ts', 'secondFactor.ts', 'securityEvent.ts', 'session.ts'],
    ['storedStates.ts', 'updateMails.ts'],
  ],
  looseFilesMax: 20,
  folderFilesMax: 20,
  unlimitedFolders: [],
}

const deviceRooms: RoomTable = {
  root: 'src/device/',
  floors: [
    ['workerApi.ts', 'tsconfig.json'],
    ['recorder/'],
    ['update/', 'simulator/'],
    ['link/'],
    ['protocol/'],
    ['detector.ts', 'clock.ts', 'hidDevice.ts'],
  ],
  looseFilesMax: 10,
  folderFilesMax: 20,
  unlimitedFolders: [],
}

const appRooms: RoomTable = {
  root: 'src/app/',
  floors: [
    ['main.tsx', 'tsconfig.json', 'environment.d.ts'],
    ['routes/'],
    ['screens/'],
    ['layout/'],
    ['kit/'],
    ['update/'],
    ['offline/'],
    ['outbox/', 'detector/'],
    ['session/'],
    ['api/'],
    ['browser/'],
    ['i18n/'],
    ['ui/', 'app.css', 'forced-colors.css', 'toast.css'],
  ],
  looseFilesMax: 10,
  folderFilesMax: 20,
  unlimitedFolders: ['ui/'],
}

const kitRooms: RoomTable = {
  root: 'src/app/kit/',
  floors: [
    ['phones/', 'purchase/'],
    ['pages/'],
    ['table/', 'passwords/', 'factors/', 'listed/'],
    ['record/', 'fields/'],
    ['history/'],
    ['form/'],
    ['dialogs/', 'text/', 'chart/', 'keys/', 'detector/'],
    ['failures/'],
  ],
  looseFilesMax: 0,
  folderFilesMax: 20,
  unlimitedFolders: [],
}

const updateRooms: RoomTable = {
  root: 'src/app/update/',
  floors: [
    ['useAvailableCount.ts'],
    ['useIdentification.ts', 'useKnowledge.ts'],
    ['ownQueries.ts'],
    ['flow/'],
    ['pageStep.ts', 'learnedAdvice.ts', 'checks/'],
    ['offers/', 'signatures/'],
    ['records/'],
  ],
  looseFilesMax: 10,
  folderFilesMax: 10,
  unlimitedFolders: [],
}

const productUpdateRooms: RoomTable = {
  root: 'src/app/screens/productUpdate/',
  floors: [
    ['ProductUpdateScreen.tsx'],
    ['dialogs/', 'equipment/', 'simulator/'],
    ['lists/'],
    ['coils/', 'step/'],
    ['tutorial/'],
    ['checks/', 'detector/', 'offlineFirmware/', 'support/', 'warranty/'],
    ['purchase/'],
  ],
  looseFilesMax: 10,
  folderFilesMax: 20,
  unlimitedFolders: [],
}

export const roomTables: readonly RoomTable[] = [serverRooms, entityRooms, deviceRooms, appRooms, kitRooms, updateRooms, productUpdateRooms]
