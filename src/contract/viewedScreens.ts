/** What an administrator saw of a customer; every call that customers read by names one (`viewedAs` in endpoint.ts). */
export const viewedScreens = [
  'viewedProfile',
  'viewedDetectors',
  'viewedCoils',
  'viewedUpdates',
  'viewedFirmwares',
  'viewedFile',
  'viewedSessions',
  /** Of a call that names none. */
  'viewedOther',
] as const
export type ViewedScreen = (typeof viewedScreens)[number]
