/** What each timer of the server is for. None decides what is due: that stands in the table of due work (src/server/work/). */

type Source = { readonly path: string; readonly text: string }

/** Those of sockets are named by their socket. */
const timer = /(?<!socket\.)\b(?:setInterval|setTimeout|everyMinute|scheduler)\b/

export const serverTimers: Readonly<Record<string, string>> = {
  'src/server/work/startWork.ts': 'when to look at the table next, and when to renew a claim',
  'src/server/delivery/startDelivery.ts': 'when to look next at the outbox, which has a table of due messages of its own',
  'src/server/delivery/deliverMessages.ts': 'the claim on a message, and tries to remove it',
  'src/server/jobs/everyMinute.ts': 'what belongs to a process, not to the installation: watchClock.ts and startReports.ts',
  'src/server/jobs/watchClock.ts': "this computer's own clock",
  'src/server/jobs/startReports.ts': "this server's own counts, and its own disk",
  'src/server/jobs/sealLog.ts': 'a pause within a piece of work',
  'src/server/jobs/runBackupCommand.ts': 'a process that does not end',
  'src/server/keys/keyRing.ts': 'the ring that this process holds in memory',
  'src/server/backup/answerRequests.ts': 'requests that lie in the data folder of this process',
  'src/server/backup/requestSnapshot.ts': 'waits for the answer to one',
  'src/server/db/openEmbedded.ts': 'checkpoints of the database that this process has open',
  'src/server/db/migratePatiently.ts': 'tries at a start',
  'src/server/doctor/finding.ts': 'a check that takes too long',
  'src/server/files/bucketClient.ts': 'a request that takes too long',
  'src/server/files/streamWithin.ts': 'a stream that stands still',
  'src/server/http/listen/connections.ts': 'connections that end',
  'src/server/http/listen/lingeringClose.ts': 'the same',
  'src/server/http/listen/listen.ts': 'the same',
  'src/server/http/streamBody.ts': 'a client that takes nothing',
  'src/server/http/retryDeadlocks.ts': 'a pause before a transaction runs again',
  'src/server/limits/guessLimit.ts': 'an answer that waits',
  'src/server/sandbox/sandboxProcess.ts': 'the memory and the time of one call',
  'src/server/threads/inThread.ts': 'the memory of a thread',
}

/** Of all files of the server, those that have a timer. */
export function filesWithTimers(files: readonly Source[]): string[] {
  return files.flatMap(({ path, text }) => (path.startsWith('src/server/') && timer.test(text) ? [path] : [])).toSorted()
}
