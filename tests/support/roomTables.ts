/** The rooms of the house: one table for each tree, from top to bottom. tests/architecture.test.ts keeps them. */
import type { RoomTable } from './rooms.ts'

const serverRooms: RoomTable = {
  root: 'src/server/',
  floors: [
    ['main.ts', 'dev.ts', 'launch.js', 'launch/', 'tsconfig.json', 'commands/'],
    ['openContext.ts', 'jobs/', 'delivery/', 'metrics/', 'doctor/', 'import/'],
    ['app.ts'],
    ['handlers.ts', 'storedForms.ts', 'openApi/'],
    ['http/', 'entities/'],
    ['call.ts'],
    ['demo/'],
    ['accounts/', 'alerts/'],
    ['auth/'],
    ['records/'],
    ['messages/'],
    ['serverContext.ts'],
    ['backup/'],
    ['keys/'],
    ['files/', 'sheets/', 'seals/'],
    ['clock/'],
    ['limits/', 'kml/', 'installation/'],
    ['threads/'],
    ['db/'],
    ['config/'],
  ],
  looseFilesMax: 10,
  folderFilesMax: 20,
  unlimitedFolders: ['db/tables/', 'db/migrations/'],
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
    ['offline/'],
    ['outbox/', 'detector/'],
    ['session/'],
    ['api/'],
    ['browser/', 'i18n/'],
    ['ui/', 'app.css', 'toast.css'],
  ],
  looseFilesMax: 10,
  folderFilesMax: 20,
  unlimitedFolders: ['ui/'],
}

export const roomTables: readonly RoomTable[] = [serverRooms, deviceRooms, appRooms]
