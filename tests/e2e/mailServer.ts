/** The mail server of a portal whose mails a journey reads: a fixture of a worker. */
import { type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'

// oxlint-disable-next-line no-empty-pattern -- Playwright wants the destructured argument
export async function mailServer({}, use: (smtp: SmtpServer) => Promise<void>): Promise<void> {
  const smtp = await startSmtpServer()
  await use(smtp)
  await smtp.stop()
}
