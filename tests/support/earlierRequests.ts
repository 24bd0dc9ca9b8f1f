/**
 * What the client before releases sent (version 0.1.0, commit ac5b642e), one example of each shape of call that concerns firmwares, beta groups,
 * detectors and their updates. Recorded by a proxy between its built app in Chromium and its own server, while an administrator created,
 * edited, deleted and restored firmwares, and a customer with the simulated detector updated it whole, cut off half-way, repaired and without
 * a network. A record that is sent late looks like any other; its `date` is older.
 *
 * Not edited by hand: browsers that hold the app of before still send this. What differs from run to run stands as `{placeholder}`, a file's
 * bytes as `{file}`. Each call also had a language, the access token and the user agent below, those that are `isKeyed` an `idempotency-key`,
 * none a build.
 */
type Fields = Readonly<Record<string, string>>

export type EarlierRequest = {
  readonly method: string
  /** Below the base path. */
  readonly path: string
  readonly isKeyed?: true
  readonly form?: Fields
  readonly multipart?: Fields
  readonly json?: unknown
}

export const earlierUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36'

const recorded = {
  firmwareColumns: { method: 'GET', path: '/firmware/initB122Table' },
  firmwareRows: {
    method: 'POST',
    path: '/firmware/getB122TableResults',
    multipart: { perPage: '50', currentPage: '1', sortBy: 'id', sortDesc: 'true', filters: '[]' },
  },
  firmwareSearch: {
    method: 'POST',
    path: '/firmware/getB122TableResults',
    multipart: { perPage: '50', currentPage: '1', sortBy: 'id', sortDesc: 'true', search: '{versionName}', filters: '[]' },
  },
  firmwareShown: { method: 'GET', path: '/firmware/{firmwareId}' },
  firmwareHistory: { method: 'GET', path: '/audit/firmware/{firmwareId}' },
  productRows: {
    method: 'POST',
    path: '/product/getB122TableResults',
    multipart: { perPage: '50', currentPage: '1', sortBy: 'id', sortDesc: 'true', filters: '[]' },
  },
  productChoices: { method: 'GET', path: '/product/getAllNotDeleted' },
  betaGroupChoices: { method: 'GET', path: '/betaGroup?search=' },
  betaFirmwareChoices: { method: 'GET', path: '/firmware/getAllBetaTest?search=' },
  catalogueClashes: { method: 'GET', path: '/catalogue/getClashes' },
  createOffered: {
    method: 'POST',
    path: '/firmware',
    isKeyed: true,
    multipart: {
      versionName: '{versionName}',
      language: 'English',
      isBetaTest: 'false',
      isActive: 'true',
      selectedProductIds: '{productId}',
      changeLog: '- Quieter on wet sand',
      file: '{file}',
    },
  },
  createDraft: {
    method: 'POST',
    path: '/firmware',
    isKeyed: true,
    multipart: {
      versionName: '{versionName}',
      language: 'English',
      isBetaTest: 'false',
      isActive: 'false',
      selectedProductIds: '{productId}',
      changeLog: '- Quieter on wet sand',
      file: '{file}',
    },
  },
  createBeta: {
    method: 'POST',
    path: '/firmware',
    isKeyed: true,
    multipart: {
      versionName: '{versionName}',
      language: 'English',
      isBetaTest: 'true',
      isActive: 'true',
      selectedProductIds: '{productId}',
      selectedBetaGroupIds: '{betaGroupId}',
      changeLog: '- Quieter on wet sand',
      file: '{file}',
    },
  },
  saveFile: {
    method: 'POST',
    path: '/firmware/{firmwareId}',
    multipart: {
      versionName: '{versionName}',
      language: 'English',
      isBetaTest: 'false',
      isActive: 'false',
      selectedProductIds: '{productId}',
      changeLog: '- Louder',
      betaGroupChanges: '{"addedIds":[],"removedIds":[]}',
      version: '{version}',
      file: '{file}',
    },
  },
  saveActive: {
    method: 'POST',
    path: '/firmware/{firmwareId}',
    multipart: {
      versionName: '{versionName}',
      language: 'English',
      isBetaTest: 'false',
      isActive: 'true',
      selectedProductIds: '{productId}',
      changeLog: '- Louder',
      betaGroupChanges: '{"addedIds":[],"removedIds":[]}',
      version: '{version}',
    },
  },
  saveInactive: {
    method: 'POST',
    path: '/firmware/{firmwareId}',
    multipart: {
      versionName: '{versionName}',
      language: 'English',
      isBetaTest: 'false',
      isActive: 'false',
      selectedProductIds: '{productId}',
      changeLog: '- Louder',
      betaGroupChanges: '{"addedIds":[],"removedIds":[]}',
      version: '{version}',
    },
  },
  saveBeta: {
    method: 'POST',
    path: '/firmware/{firmwareId}',
    multipart: {
      versionName: '{versionName}',
      language: 'English',
      isBetaTest: 'true',
      isActive: 'true',
      selectedProductIds: '{productId}',
      selectedBetaGroupIds: '{betaGroupId}',
      changeLog: '- Louder',
      betaGroupChanges: '{"addedIds":[{betaGroupId}],"removedIds":[]}',
      version: '{version}',
    },
  },
  saveForEveryone: {
    method: 'POST',
    path: '/firmware/{firmwareId}',
    multipart: {
      versionName: '{versionName}',
      language: 'English',
      isBetaTest: 'false',
      isActive: 'true',
      selectedProductIds: '{productId}',
      selectedBetaGroupIds: '{betaGroupId}',
      changeLog: '- Louder',
      betaGroupChanges: '{"addedIds":[],"removedIds":[]}',
      version: '{version}',
    },
  },
  removeFirmware: { method: 'DELETE', path: '/firmware/{firmwareId}' },
  restoreFirmware: { method: 'POST', path: '/firmware/{firmwareId}/restore' },
  createBetaGroup: { method: 'POST', path: '/betaGroup', isKeyed: true, form: { name: '{name}' } },
  addToBetaGroup: {
    method: 'POST',
    path: '/betaGroup/{betaGroupId}',
    form: {
      name: '{name}',
      selectedFirmwareIds: '{firmwareId}',
      firmwareChanges: '{"addedIds":[{firmwareId}],"removedIds":[]}',
      userChanges: '{"addedIds":[],"removedIds":[]}',
      version: '{version}',
    },
  },
  betaGroupShown: { method: 'GET', path: '/betaGroup/{betaGroupId}' },
  beginProof: { method: 'POST', path: '/session/proof/begin' },
  prove: { method: 'POST', path: '/session/proof', json: { proof: { kind: 'password', password: '{password}' } } },
  configuration: { method: 'GET', path: '/configuration' },
  profile: { method: 'GET', path: '/user/getProfile' },
  ownDetectors: { method: 'GET', path: '/userProduct/getUserProductsForUser' },
  ownUpdates: { method: 'GET', path: '/productUpdate/getProductUpdatesForUser' },
  ownCoils: { method: 'GET', path: '/accessory/getUserAccessoriesForUser' },
  siteUrl: { method: 'GET', path: '/file/getSiteUrl' },
  offered: { method: 'GET', path: '/firmware/getAllForProductAndUser/{productId}' },
  connect: {
    method: 'POST',
    path: '/userProduct/getOrCreate',
    form: { serialNumber: '{serialNumber}', materialVersion: '3', protocolVersion: '2', productTypeId: '{productTypeId}' },
  },
  coils: {
    method: 'POST',
    path: '/accessory/createOrUpdate',
    form: { accessories: '[{"serialNumber":"{coilSerialNumber}","accessoryTypeId":127,"userProductId":{userProductId}}]' },
  },
  download: { method: 'GET', path: '/file/showFileFromWeb?id={fileId}&username={username}' },
  record: {
    method: 'POST',
    path: '/productUpdate',
    isKeyed: true,
    form: { userProductId: '{userProductId}', firmwareId: '{firmwareId}', date: '{began}', now: '{now}' },
  },
  noteErased: {
    method: 'POST',
    path: '/productUpdate/{productUpdateId}',
    form: { productUpdateId: '{productUpdateId}', firmwareAfter: 'none' },
  },
  noteWritten: {
    method: 'POST',
    path: '/productUpdate/{productUpdateId}',
    form: { productUpdateId: '{productUpdateId}', firmwareAfter: 'unknown' },
  },
  reportSuccess: {
    method: 'POST',
    path: '/productUpdate/{productUpdateId}',
    form: { productUpdateId: '{productUpdateId}', success: 'true' },
  },
  renew: { method: 'POST', path: '/productUpdate/{productUpdateId}/renew', form: { percent: '59' } },
  reportCut: {
    method: 'POST',
    path: '/productUpdate/{productUpdateId}',
    form: { productUpdateId: '{productUpdateId}', success: 'false', errorType: 'DECONNECTION_ERROR', firmwareAfter: 'none' },
  },
  confirmWorks: { method: 'POST', path: '/userProduct/{userProductId}/confirmWorks' },
} as const satisfies Record<string, EarlierRequest>

export type EarlierCall = keyof typeof recorded

export const earlierRequests: Readonly<Record<EarlierCall, EarlierRequest>> = recorded
