/** All that reads the files of strangers. Its imports are loaded by no other code (tests/architecture.test.ts). */
import { cutSmall, measureImage, shrink, withoutNotes } from '../files/readImage.ts'
import { sanitizeArticle } from '../html/sanitizeArticle.ts'
import { readZoneFile } from '../kml/readZoneFile.ts'
import { countPages } from '../pdf/countPages.ts'
import { exposeThread } from '../threads/exposeThread.ts'

const jobs = { countPages, cutSmall, measureImage, readZoneFile, sanitizeArticle, shrink, withoutNotes }
export type SandboxJobs = typeof jobs

exposeThread(jobs)
