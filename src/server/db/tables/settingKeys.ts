/**
 * Every key of the table `settings`, with the class of its value (dataClasses/dataClass.ts): a value with another key does not compile. One
 * that ends in a space is followed by more, such as a server's name.
 */
const settingClasses = {
  /** How long the certificate lasts (alerts/certificateEnds.ts). */
  certificate: 'kept',
  /** Followed by a server (alerts/clockOff.ts). */
  'clockOff ': 'passing',
  /** When the demo filled this database (demo/seedDemo.ts). */
  demoSeeded: 'kept',
  installedAt: 'kept',
  lastBackup: 'kept',
  /** Of the embedded database (clock/lastSeen.ts): one that is restored later waits with its cleanups. */
  lastSeen: 'kept',
  restoredFrom: 'kept',
  /** What became of them (installation/scheduledBackups.ts): a restored installation begins anew. */
  scheduledBackups: 'passing',
  /** Followed by a server and its folder (alerts/diskNearlyFull.ts). */
  'shortDisk ': 'passing',
} as const satisfies Record<string, 'kept' | 'passing'>

type Name = keyof typeof settingClasses
export type SettingKey = { [N in Name]: N extends `${string} ` ? `${N}${string}` : N }[Name]

/** The keys whose values a backup has. What an unknown version wrote is none of them. */
export const keptSettings: readonly string[] = Object.entries(settingClasses).flatMap(([key, given]) => (given === 'kept' ? [key] : []))
