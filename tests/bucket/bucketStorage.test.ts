import { describe, inject } from 'vitest'
import { readConfig } from '../../src/server/config/readConfig.ts'
import { openStorage } from '../../src/server/files/openStorage.ts'
import { createBucket } from '../support/swift.ts'
import { testStorage } from '../support/storageContract.ts'

describe('a bucket', () => {
  testStorage(async () => openStorage(readConfig({ ...(await createBucket(inject('s3Endpoint'))) })))
})
