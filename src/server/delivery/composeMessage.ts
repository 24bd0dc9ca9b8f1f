/** Composes a message from an outbox row when it is sent: looks up the recipient and creates the secret. Sends nothing. */
import { and, eq, not } from 'drizzle-orm'
import { mayCall } from '../../contract/endpoint.ts'
import { release } from '../../contract/release.ts'
import type { Locale } from '../../contract/rules.ts'
import { isLastAdministrator } from '../accounts/administrators.ts'
import { isUsernameTaken } from '../accounts/expiredRegistration.ts'
import { extendFormerContact, isUsernameReserved } from '../accounts/formerContact.ts'
import { findPendingUsername } from '../accounts/pendingUsername.ts'
import { findSwitchOffToken } from '../accounts/updateMails.ts'
import { maySignIn } from '../auth/caller.ts'
import { makeMailedToken } from '../auth/mailedToken.ts'
import { noPassword } from '../auth/passwords/passwords.ts'
import type { Database } from '../db/connect.ts'
import { accountDeletions, factorResets, type outgoingMessages, users } from '../db/tables.ts'
import { summarizeProofs } from '../entities/proofCheck/takeProofs.ts'
import { findUnfinished } from '../entities/userProduct/remindUnfinished.ts'
import { findStopped } from '../entities/release/stopped.ts'
import type { Message } from '../messages/channel.ts'
import { readableContact } from '../../contract/contactLink.ts'
import { accountFact, resetFacts, signInFact } from '../messages/factorTexts.ts'
import { deletionFacts, onlyAdministratorFact } from '../messages/leavingTexts.ts'
import { detectorDrawing, type MailDrawing } from '../messages/mailDrawing.ts'
import { isSwitchable, type MailTemplate, mailTexts } from '../messages/messageTexts.ts'
import { lateFact } from '../messages/proofTexts.ts'
import { stoppedFact } from '../messages/releaseTexts.ts'
import { detectorName } from '../messages/updateTexts.ts'
import { renderMail } from '../messages/renderMail.ts'
import type { ServerContext } from '../serverContext.ts'
import { composeAlert } from './composeAlert.ts'
import { composePhoneCode, composeSms } from './composeSms.ts'
import { mailAgain } from './mailAgain.ts'
import { findExtensionFacts, findProofFacts } from './proofFacts.ts'
import { findOfferFacts, findRecallFacts, findVersion } from './releaseFacts.ts'

type Row = typeof outgoingMessages.$inferSelect
type User = typeof users.$inferSelect

type ComposeContext = Pick<ServerContext, 'db' | 'config'>

/**
 * Returns undefined if there is nothing to send: the address has no account, the account was deleted, already validated or has a password
 * already, there is no phone, the request was withdrawn, there is nothing left to undo, or the person has switched such mails off or cannot sign in
 * to do so.
 */
export async function composeMessage(context: ComposeContext, row: Row, now: Date): Promise<Message | undefined> {
  if (row.template === 'alertStarted' || row.template === 'alertEnded') return composeAlert(context, row)
  const user = await findUser(context.db, row)
  if (user === undefined) return undefined
  if (row.template === 'smsCode') return composeSms(context, row, user, now)
  if (row.template === 'phoneCode') return composePhoneCode(context, row, user, now)
  if (row.template === 'validateAccount' && user.accountValidated) return undefined
  if (row.template === 'invitation' && user.passwordHash !== noPassword) return undefined
  if (isSwitchable(row.template) && !maySignIn(user)) {
    await mailAgain(context.db, user.id, row)
    return undefined
  }
  const switchOffToken = isSwitchable(row.template) ? await findSwitchOffToken(context.db, user.id) : null
  if (switchOffToken === undefined) return undefined
  const recipient = row.address ?? user.username
  const content = await composeMail(context, row.template, { user, recipient, row }, now)
  if (content === undefined) return undefined
  const { template, locale, link, facts = [], drawing } = content
  const { brand, publicUrl } = context.config
  const switchOffLink = switchOffToken === null ? undefined : `${publicUrl}/unsubscribe/${switchOffToken}`
  const text = mailTexts[locale](brand.name, readableContact(brand.contactUrl))[template]
  const mail = renderMail({ ...text, paragraphs: [...text.paragraphs, ...facts], link, brand: brand.name, locale, switchOffLink, drawing })
  return { channel: 'mail', messageId: row.messageId, recipient, ...mail, switchOffLink }
}

async function findUser(db: Database, { userId, address }: Row): Promise<User | undefined> {
  const isThem = userId === null ? eq(users.username, address ?? '') : eq(users.id, userId)
  const [user] = await db
    .select()
    .from(users)
    .where(and(isThem, not(users.isDeleted)))
  return user
}

type MailContent = {
  readonly template: MailTemplate
  readonly locale: Locale
  readonly link: string
  /** Paragraphs about this case. */
  readonly facts?: readonly string[]
  readonly drawing?: MailDrawing
}

async function composeMail(
  { db, config }: ComposeContext,
  template: Exclude<MailTemplate, 'usernameTaken'>,
  { user, recipient, row }: { user: User; recipient: string; row: Row },
  now: Date,
): Promise<MailContent | undefined> {
  const { factorResetId, aboutUserId, releaseId, proofFileId, accessoryId, userProductId, createdAt } = row
  const content = (path: string): MailContent => ({ template, locale: user.locale, link: `${config.publicUrl}/${path}` })
  const to = { userId: user.id, address: recipient }
  const invitation = async (): Promise<MailContent> => ({
    ...content(`changePassword/${await makeMailedToken(db, 'invitation', to, now)}`),
    template: 'invitation',
  })
  switch (template) {
    case 'validateAccount':
      // Without a password, validating would not let anybody sign in.
      if (user.passwordHash === noPassword) return invitation()
      return content(`validateAccount/${await makeMailedToken(db, template, to, now)}/${user.id}`)
    case 'resetPassword':
      return content(`changePassword/${await makeMailedToken(db, template, to, now)}`)
    case 'invitation':
      return invitation()
    case 'confirmUsername': {
      const pending = await findPendingUsername(db, user.id, now)
      if (pending?.username !== recipient) return undefined
      const locale = await findOwnerLocale(db, user, recipient, now)
      if (locale !== undefined) return { ...content('login'), template: 'usernameTaken', locale }
      return content(`confirmAddress/${await makeMailedToken(db, template, to, now)}`)
    }
    case 'usernameChanged':
    case 'phoneChanged': {
      if (!(await extendFormerContact(db, to, now))) return undefined
      return content(`restoreAddress/${await makeMailedToken(db, 'restoreContact', to, now)}`)
    }
    case 'passwordChanged':
    case 'usernameRestored':
    case 'factorAdded':
    case 'factorRemoved':
      return content('login')
    case 'newDevice':
      return { ...content('profile'), facts: [signInFact[user.locale](createdAt)] }
    case 'factorsReset':
    case 'factorsResetDone':
      return { ...content('login'), facts: await findResetFacts(db, factorResetId, template, user.locale) }
    case 'administratorAdded': {
      const [added] = await db
        .select()
        .from(users)
        .where(eq(users.id, aboutUserId ?? 0))
      // Undone meanwhile, or told to somebody who is no administrator any more.
      if (added?.role !== 'ROLE_ADMIN' || added.isDeleted || user.role !== 'ROLE_ADMIN') return undefined
      return { ...content(`user/show/${added.id}`), facts: [accountFact[user.locale](added.username)] }
    }
    case 'dataExportReady':
      return content(dataPath)
    case 'deletionCancelled': {
      const isOnly = await isLastAdministrator(db, user.id)
      return { ...content(dataPath), facts: isOnly ? [onlyAdministratorFact[user.locale]] : [] }
    }
    case 'deletionRequested': {
      const [deletion] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, user.id))
      // Cancelled meanwhile.
      return (
        deletion && {
          ...content(dataPath),
          facts: deletionFacts[user.locale]({ dueAt: deletion.dueAt, isByStaff: deletion.requestedById !== null }),
        }
      )
    }
    case 'recall': {
      const recalled = await findRecallFacts(db, releaseId ?? 0, user.id)
      // Replaced meanwhile.
      return recalled && { ...content('productUpdate/index'), ...recalled }
    }
    case 'releaseOffered':
    case 'betaOffered': {
      const offer = await findOfferFacts(db, releaseId ?? 0, user)
      // Held, halted, withdrawn or installed meanwhile, or an update runs.
      if (offer === undefined) {
        await mailAgain(db, user.id, row)
        return undefined
      }
      // A beta may have become a release.
      const { isBeta, facts, drawing } = offer
      return { ...content(`equipment/${offer.userProductId}`), template: isBeta ? 'betaOffered' : 'releaseOffered', facts, drawing }
    }
    case 'updateUnfinished': {
      const unfinished = await findUnfinished(db, userProductId ?? 0, user.id)
      // Heard of, reported, begun again, or given up, meanwhile.
      if (unfinished === undefined) {
        await mailAgain(db, user.id, row)
        return undefined
      }
      const { productName, typeName, nickname } = unfinished
      const facts = [detectorName[user.locale](productName, nickname)]
      return { ...content(`equipment/${unfinished.userProductId}`), facts, drawing: detectorDrawing(typeName) }
    }
    case 'stepNotTaken':
      return { ...content('firmware/index'), facts: [await findVersion(db, releaseId ?? 0)] }
    case 'releaseHalted':
    case 'planPaused':
    case 'portalFails': {
      const stopped = (await findStopped(db)).find((one) => one.releaseId === releaseId && one.kind === stoppedKinds[template])
      // It goes on meanwhile, or they are no longer of the staff who look after it.
      if (stopped === undefined || !mayCall(release.getStopped, user.role)) return undefined
      return { ...content(`firmware/show/${stopped.firmwareId}`), facts: [stoppedFact[user.locale](stopped)] }
    }
    case 'proofApproved':
    case 'proofRefused': {
      const proof = await findProofFacts(db, template, proofFileId ?? 0, user)
      // Taken back, or sent again, meanwhile.
      return proof && { ...content('productUpdate/index'), ...proof }
    }
    case 'proofsLate': {
      const { late } = await summarizeProofs(db, now)
      if (late === 0 || user.role !== 'ROLE_ADMIN') return undefined
      return { ...content('proofCheck/index'), facts: [lateFact[user.locale](late)] }
    }
    case 'extensionEnds': {
      const facts = await findExtensionFacts(db, accessoryId ?? 0, user, now)
      // Extended, or given up, meanwhile.
      return facts && { ...content('productUpdate/index'), facts, drawing: 'coil' }
    }
    default:
      return template satisfies never
  }
}

/** src/app/layout/leaving/dataAnchor.ts. */
const dataPath = 'profile#myData'

const stoppedKinds = { releaseHalted: 'halted', planPaused: 'paused', portalFails: 'portal' } as const

/** Whose factors were reset, for the one who did it, and why; nothing where an operator did it. */
async function findResetFacts(db: Database, id: number | null, template: MailTemplate, locale: Locale): Promise<string[]> {
  if (id === null) return []
  const [reset] = await db
    .select({ reason: factorResets.reason, username: users.username })
    .from(factorResets)
    .innerJoin(users, eq(users.id, factorResets.userId))
    .where(eq(factorResets.id, id))
  if (reset === undefined) return []
  return resetFacts[locale]({ account: template === 'factorsResetDone' ? reset.username : null, reason: reset.reason })
}

/**
 * The language of the account that has this address or has it reserved, other than `user`; undefined if the address is free. The person who
 * requested the change is not told.
 */
async function findOwnerLocale(db: Database, user: User, username: string, now: Date): Promise<Locale | undefined> {
  const [holder] = await db
    .select()
    .from(users)
    .where(and(eq(users.username, username), not(users.isDeleted)))
  if (holder !== undefined && holder.id !== user.id && (await isUsernameTaken(db, username, now))) return holder.locale
  return (await isUsernameReserved(db, username, user.id, now)) ? user.locale : undefined
}
