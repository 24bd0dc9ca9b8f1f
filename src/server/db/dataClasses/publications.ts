import type { DataClasses } from './dataClass.ts'

/** What the maker publishes. */
export const publicationsClasses = {
  files: {
    id: 'kept',
    filename: 'kept',
    sha256: 'kept',
    sizeBytes: 'kept',
    kind: 'kept',
    mediaType: 'kept',
    createdAt: 'kept',
  },
  products: {
    id: 'kept',
    name: 'kept',
    typeName: 'kept',
    typeId: 'kept',
    isDeleted: 'kept',
  },
  releases: {
    id: 'kept',
    createdAt: 'kept',
    offeredAt: 'kept',
    releasedAt: 'kept',
    withdrawnAt: 'kept',
    isStaged: 'kept',
  },
  releaseApprovals: {
    releaseId: 'kept',
    userId: 'kept',
    date: 'kept',
  },
  firmwares: {
    id: 'kept',
    releaseId: 'kept',
    unusual: 'kept',
    isUnusualConfirmed: 'kept',
    versionName: 'kept',
    language: 'kept',
    releaseDate: 'kept',
    isBetaTest: 'kept',
    isActive: 'kept',
    isDeleted: 'kept',
    changeLog: 'kept',
    fileId: 'kept',
    versionKey: 'derived',
  },
  firmwareProducts: {
    firmwareId: 'kept',
    productId: 'kept',
  },
  betaGroups: {
    id: 'kept',
    name: 'kept',
    isDeleted: 'kept',
  },
  firmwareBetaGroups: {
    firmwareId: 'kept',
    betaGroupId: 'kept',
  },
  betaGroupUsers: {
    betaGroupId: 'kept',
    userId: 'kept',
  },
  news: {
    id: 'kept',
    title: 'kept',
    content: 'kept',
    thumbnailFileId: 'kept',
    smallThumbnail: 'kept',
    isPublished: 'kept',
    lastModifDate: 'kept',
    isDeleted: 'kept',
  },
  newsImages: {
    id: 'kept',
    /** Part of an image's address, which stands in articles too. */
    token: 'kept',
    fileId: 'kept',
    unusedSince: 'kept',
  },
  newsImageUses: {
    newsId: 'kept',
    imageId: 'kept',
  },
  rallyZones: {
    id: 'kept',
    title: 'kept',
    isEnabled: 'kept',
    isDeleted: 'kept',
    creationDate: 'kept',
    areaSquareMeters: 'kept',
    perimeterMeters: 'kept',
    shapesSha256: 'kept',
  },
  rallyZoneShapes: {
    rallyZoneId: 'kept',
    part: 'kept',
    text: 'kept',
  },
  rallyZoneFiles: {
    rallyZoneId: 'kept',
    fileId: 'kept',
  },
} as const satisfies Partial<DataClasses>
