/** A person with rows in every table that knows people, each with something that is theirs alone; and what to look for afterwards. */
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/connect.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'
import { versionColumns } from '../../src/server/db/versionKeys.ts'
import { single } from '../../src/server/db/single.ts'
import * as tables from '../../src/server/db/tables.ts'
import { storeFile } from '../../src/server/files/storeFile.ts'
import type { Storage } from '../../src/server/files/storage.ts'
import { hashSecret } from '../../src/server/auth/secret.ts'
import { writeSecurityEvent } from '../../src/server/auth/securityLog.ts'
import { writeAudit } from '../../src/server/records/auditTrail.ts'

const now = new Date('2026-11-21T10:00:00.000Z')
const later = new Date('2099-01-01T00:00:00.000Z')
const proofBytes = new TextEncoder().encode('%PDF-1.4 the invoice of a person')

/** What a person is called, and what is theirs: none of it may be left. `mark` keeps people apart; letters only. */
export function factsOf(mark: string) {
  return {
    username: `${mark}@leaver.example`,
    firstname: `First${mark}`,
    lastname: `Last${mark}`,
    phoneNumber: `06${[...mark]
      .map((letter) => letter.charCodeAt(0) % 10)
      .join('')
      .padEnd(8, '7')
      .slice(0, 8)}`,
    distributor: `Shop ${mark}`,
    address: `198.51.100.${mark.charCodeAt(0)}`,
    filename: `invoice-${mark}.pdf`,
    note: `Note about ${mark}`,
    coilName: `Coil of ${mark}`,
    nickname: `Detector of ${mark}`,
    refusal: `Not the invoice of ${mark}`,
    factorName: `Key of ${mark}`,
    reason: `Reset for ${mark}`,
    userAgent: `Browser of ${mark}`,
    formerUsername: `former-${mark}@leaver.example`,
    pendingUsername: `pending-${mark}@leaver.example`,
    formerLastname: `Maiden${mark}`,
  } as const
}

export type Leaver = ReturnType<typeof factsOf> & {
  readonly id: number
  readonly serialNumber: string
  readonly code: string
  readonly sha256: string
  readonly proofFileId: number
}

/** What others' rows need; made once for all people of a database. */
export async function addCatalogue(db: Database, storage: Storage) {
  const product = single(await db.insert(tables.products).values({ name: 'Fieldport One', typeName: 'WS6', typeId: 6 }).returning())
  const release = single(
    await db.insert(tables.releases).values({ createdAt: now, offeredAt: now, releasedAt: now, state: 'released' }).returning(),
  )
  const image = { pieces: [proofBytes], filename: 'firmware.bin', kind: 'firmware', mediaType: 'application/octet-stream' } as const
  const fileId = await (await storeFile({ storage, now }, image))(db)
  const version = {
    releaseId: release.id,
    ...versionColumns('5.2'),
    language: 'en',
    releaseDate: now,
    changeLog: '',
    fileId,
  } as const
  const firmware = single(await db.insert(tables.firmwares).values(version).returning())
  const group = single(await db.insert(tables.betaGroups).values({ name: 'Testers' }).returning())
  const article = single(await db.insert(tables.news).values({ title: 'News', content: '' }).returning())
  return { productId: product.id, releaseId: release.id, firmwareId: firmware.id, betaGroupId: group.id, newsId: article.id }
}

type Catalogue = Awaited<ReturnType<typeof addCatalogue>>

const idOf = async (rows: Promise<{ id: number }[]>) => single(await rows).id

/** Adds the account and a row of it in each table. */
export async function addLeaver(db: Database, storage: Storage, mark: string, catalogue: Catalogue): Promise<Leaver> {
  const facts = factsOf(mark)
  const { productId, releaseId, firmwareId, betaGroupId, newsId } = catalogue
  const { username, firstname, lastname, phoneNumber, distributor, address } = facts
  const person = { username, firstname, lastname, phonePrefix: '+33', phoneNumber, phoneDigits: phoneNumber, distributor, country: 'FR' }
  const use = { firstLaunch: now, lastLaunch: now, lastSync: now, diskUsage: 7, freeTrialEndDate: now, validationRequestedAt: now }
  const account = { ...person, ...use, passwordHash: `hash of ${mark}`, passwordDue: 'weak', accountValidated: true, since: now } as const
  const userId = await idOf(db.insert(tables.users).values(account).returning({ id: tables.users.id }))
  const ofUser = { userId, createdAt: now, expiresAt: later }

  const insertProof = await storeFile(
    { storage, now },
    { pieces: [proofBytes, new TextEncoder().encode(mark)], filename: facts.filename, kind: 'purchaseProof', mediaType: 'application/pdf' },
  )
  const proofFileId = await insertProof(db)
  const [proof] = await db
    .select()
    .from(tables.files)
    .where(sql`id = ${proofFileId}`)
  const archive = {
    filename: `archive-${mark}.zip`,
    sha256: '1'.repeat(64),
    sizeBytes: 1,
    kind: 'dataExport',
    mediaType: 'application/zip',
  } as const
  const fileId = await idOf(db.insert(tables.files).values(archive).returning({ id: tables.files.id }))

  const serialNumber = `${(10_000_000 + userId).toString()}AA`
  const detector = { userId, productId, serialNumber, materialVersion: 1, protocolVersion: 1, productTypeId: 6, purchaseDate: now }
  const decision = { state: 'refused', reason: 'other', words: facts.refusal, decidedAt: now } as const
  await db.insert(tables.proofChecks).values({ fileId: proofFileId, submittedAt: now, ...decision })
  const bought = { purchaseProofFileId: proofFileId, startWarranty: now, endWarranty: later, createdAt: now }
  const userProductId = await idOf(
    db
      .insert(tables.userProducts)
      .values({ ...detector, ...bought, nickname: facts.nickname })
      .returning({ id: tables.userProducts.id }),
  )
  const coil = {
    userId,
    userProductId,
    name: facts.coilName,
    serialNumber: `C${serialNumber}`,
    accessoryTypeId: 1,
    coilSerial: `P${serialNumber}`,
  }
  const accessoryId = await idOf(
    db
      .insert(tables.accessories)
      .values({ ...coil, purchaseDate: now, purchaseProofFileId: proofFileId })
      .returning({ id: tables.accessories.id }),
  )
  const code = `CODE${serialNumber}`
  await db.insert(tables.warrantyCodes).values({ code, usedAt: now, userId, accessoryId, startDate: now, endDate: later })
  const update = { userProductId, firmwareId, date: now, success: true, reportedAt: now }
  const productUpdateId = await idOf(db.insert(tables.productUpdates).values(update).returning({ id: tables.productUpdates.id }))
  await db.insert(tables.updateLeases).values({ productUpdateId, heardAt: now })
  const outcome = {
    releaseId,
    productTypeId: 6,
    serialNumber,
    userId,
    productUpdateId,
    hardwareVersion: 1,
    isBeta: false,
    round: 1,
    isCounted: true,
  }
  await db.insert(tables.releaseOutcomes).values(outcome)
  await db.insert(tables.releaseMails).values({ releaseId, userId, date: now })
  await db.insert(tables.releaseRecalls).values({ releaseId, userId, date: now })
  await db.insert(tables.betaGroupUsers).values({ betaGroupId, userId })

  const familyId = crypto.randomUUID()
  const tokenHash = `hash of a token of ${mark}`
  await db.insert(tables.sessions).values({ ...ofUser, familyId, tokenHash, userAgent: facts.userAgent })
  const device = { userId, tokenHash, createdAt: now, lastUsedAt: now }
  const deviceId = await idOf(db.insert(tables.trustedDevices).values(device).returning({ id: tables.trustedDevices.id }))
  await db.insert(tables.signIns).values({ familyId, userId, method: 'password', deviceId, provedAt: now })
  await db.insert(tables.signInGrants).values({ ...ofUser, tokenHash })
  await db.insert(tables.smsCodes).values({ ...ofUser, codeHash: tokenHash })
  await db.insert(tables.mailedTokens).values({ ...ofUser, purpose: 'resetPassword', address: username, tokenHash })
  await db.insert(tables.secondFactors).values({ userId, kind: 'totp', name: facts.factorName, createdAt: now, wrappedSecret: tokenHash })
  await db.insert(tables.recoveryCodes).values({ userId, codeHash: tokenHash, createdAt: now })
  await db.insert(tables.factorResets).values({ userId, actorId: userId, reason: facts.reason, createdAt: now })
  await db
    .insert(tables.impersonations)
    .values({ ...ofUser, id: crypto.randomUUID(), administratorId: userId, familyId, customerId: userId })
  await db.insert(tables.pendingUsernames).values({ ...ofUser, username: facts.pendingUsername })
  await db.insert(tables.pendingPhones).values({ ...ofUser, phonePrefix: '+33', phoneNumber })
  await db
    .insert(tables.formerContacts)
    .values({ ...ofUser, username: facts.formerUsername, phonePrefix: '+33', phoneNumber, changedAt: now })
  const [name, former, pending] = [username, facts.formerUsername, facts.pendingUsername].map(hashSecret)
  const locks = [name, former, tokenHash].map((nameHash = '') => ({ nameHash, failures: 1, locks: 0, lastTriedAt: now }))
  await db.insert(tables.signInLocks).values(locks)
  const counted = [
    `exports:${userId}`,
    `factor codes a day:trusted ${userId}`,
    `wrong guesses:${address}`,
    `password links from:${tokenHash}`,
  ]
  const mailed = [`mails to:resetPassword:${name}`, `mails to:confirmUsername:${pending}`, `phone codes to:+33${phoneNumber.slice(1)}`]
  await db.insert(tables.rateLimits).values([...counted, ...mailed].map((key) => ({ key, takenAt: [now], expiresAt: later })))
  await db.insert(tables.idempotencyKeys).values({ userId, key: mark, call: 'POST /x', requestHash: mark, status: 200, response: { mark } })

  await db.insert(tables.accessGiven).values({ userId, byId: userId, lastAt: now })
  await db.insert(tables.peopleSeen).values({ userId, period: now, sketch: mark })
  await db.insert(tables.userNotes).values({ userId, authorId: userId, text: facts.note, createdAt: now })
  await db.insert(tables.newsReads).values({ newsId, userId })
  await db.insert(tables.updateMails).values({ userId, token: tokenHash, switchedOffAt: now })
  await db.insert(tables.subscriptions).values({ userId, name: 'TRIAL', start: now, end: later })
  const batchId = await idOf(
    db
      .insert(tables.userBatches)
      .values({ kind: 'addToGroup', betaGroupId, startedBy: userId, startedAt: now, address })
      .returning({ id: tables.userBatches.id }),
  )
  await db.insert(tables.userBatchRows).values({ batchId, userId })
  const message = { template: 'passwordChanged', createdAt: now, uselessAt: later, dueAt: later } as const
  await db.insert(tables.outgoingMessages).values([
    { ...message, userId },
    { ...message, template: 'resetPassword', address: username },
  ])
  const settled = {
    messageId: crypto.randomUUID(),
    template: 'passwordChanged',
    userId,
    createdAt: now,
    settledAt: now,
    outcome: 'handedOver',
  } as const
  await db.insert(tables.settledMessages).values(settled)
  const shown = { subject: `For ${mark}`, text: `Dear ${firstname}`, sentAt: now }
  await db.insert(tables.demoMessages).values([
    { ...shown, messageId: crypto.randomUUID(), channel: 'mail', recipient: username },
    { ...shown, messageId: crypto.randomUUID(), channel: 'sms', recipient: `+33${phoneNumber.slice(1)}` },
  ])
  await db.insert(tables.dataExports).values({ userId, requestedAt: now, fileId, expiresAt: later })
  await db.insert(tables.accountDeletions).values({ userId, requestedAt: now, dueAt: later })

  await writeSecurityEvent(db, { kind: 'signIn', userId, address }, now)
  await writeSecurityEvent(db, { kind: 'signInRefused', userId, address, reason: 'Login.error' }, now)
  const changed = { before: { lastname: facts.formerLastname }, after: { lastname } }
  await writeAudit(db, { entity: 'user', recordId: userId, action: 'update', userId, ...changed }, now)
  return { ...facts, id: userId, serialNumber, code, sha256: proof?.sha256 ?? '', proofFileId }
}

/** Moves the time of a deletion that was asked for. It is compared with the database's clock, which no test moves. */
export async function comeDue(db: Database, userId: number, dueAt = new Date(0)): Promise<void> {
  await db.update(tables.accountDeletions).set({ dueAt }).where(eq(tables.accountDeletions.userId, userId))
}

/** Which tables hold any of these words, as "table: word". All tables, and each row as text. */
export async function findWords(db: Database, words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const named = rowsOf(
    await db.execute(sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`),
  )
  for (const { name } of named)
    for (const word of words) {
      const rows = await db.execute(sql`
        select 1 from ${sql.identifier(String(name))} as t where position(lower(${word}) in lower(row_to_json(t)::text)) > 0 limit 1`)
      if (rowsOf(rows).length > 0) found.push(`${String(name)}: ${word}`)
    }
  return found
}
