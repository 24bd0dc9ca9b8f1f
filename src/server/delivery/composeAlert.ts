/** Composes the mail about an alert when it is sent. Sends nothing. */
import { eq } from 'drizzle-orm'
import { alerts, type outgoingMessages } from '../db/tables.ts'
import { alertTexts } from '../messages/alertTexts.ts'
import type { Mail } from '../messages/mail.ts'
import { renderMail } from '../messages/renderMail.ts'
import type { ServerContext } from '../serverContext.ts'

/** Returns undefined if the alert is no longer known. */
export async function composeAlert(
  { db, config }: Pick<ServerContext, 'db' | 'config'>,
  { alertId, address, messageId, template }: typeof outgoingMessages.$inferSelect,
): Promise<Mail | undefined> {
  const [alert] = await db
    .select()
    .from(alerts)
    .where(eq(alerts.id, alertId ?? 0))
  if (alert === undefined || address === null) return undefined
  const { title, whatHappens, whatToDo, whenOver } = alertTexts[alert.kind]
  const brand = config.brand.name
  const began = `It began at ${inWords(alert.startedAt)}.`
  const isOver = template === 'alertEnded'
  const mail = renderMail({
    subject: isOver ? `${brand}: over: ${title}` : `${brand}: ${title}`,
    paragraphs: isOver
      ? [whenOver, `${began} It was over at ${inWords(alert.endedAt ?? alert.startedAt)}.`]
      : [whatHappens(alert.figure), began, whatToDo, 'To see more, run "npm run doctor" on the server.'],
    button: 'Open the dashboard',
    link: `${config.publicUrl}/`,
    footnote: `${config.publicUrl} sends this to its ALERT_EMAIL, once when something begins and once when it is over.`,
    brand,
    locale: 'en',
  })
  return { channel: 'mail', messageId, recipient: address, ...mail }
}

/** "2026-11-21 10:15 UTC" */
function inWords(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
