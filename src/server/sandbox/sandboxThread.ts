/** All that reads the files of strangers. Its imports are loaded by no other code (tests/architecture.test.ts). */
import { cutSmall, shrink, shrinkMeasured, withoutNotes } from '../files/readImage.ts'
import { sanitizeArticle } from '../html/sanitizeArticle.ts'
import { readZoneFile } from '../kml/readZoneFile.ts'
import { countPages } from '../pdf/countPages.ts'
import { exposeThread } from '../threads/exposeThread.ts'

const jobs = { countPages, cutSmall, readZoneFile, sanitizeArticle, shrink, shrinkMeasured, withoutNotes }
export type SandboxJobs = typeof jobs

exposeThread(jobs)
