import type { contract } from '../../../contract/contract.ts'
import { warrantyCode as calls } from '../../../contract/warrantyCode.ts'
import { formatWarrantyCode } from '../../../contract/warrantyCodeFormat.ts'
import type { Call, FileToStream, HandlersOf } from '../../call.ts'
import { exportHandlers } from '../../exports/exportRows.ts'
import { hourMs } from '../../limits/durations.ts'
import { checkGuess } from '../../limits/guessLimit.ts'
import { limitGuesses, type RateLimit } from '../../limits/rateLimit.ts'
import { listHandlers, readAllRows } from '../../records/list.ts'
import { cellPages, streamSheet } from '../../sheets/streamSheet.ts'
import { createBatch, fillBatch, findBatches, readBatch } from './batches.ts'
import { recallBatch, setBatchNote } from './changeBatch.ts'
import { claimCode, invalidCode } from './claimCode.ts'
import { codeList } from './codeList.ts'
import { batchFile, listFile } from './codeSheets.ts'

const wrongGuesses: RateLimit = { name: 'wrong warranty codes', max: 10, windowMs: hourMs }

export const warrantyCode: HandlersOf<typeof contract.warrantyCode> = {
  ...listHandlers(codeList, { create: calls.generateCode }),
  ...exportHandlers(codeList, {
    list: 'warrantyCode',
    columns: {
      code: ({ code }) => formatWarrantyCode(code),
      product: ({ product }) => product,
      used: ({ used }) => used,
      gifted: ({ gifted }) => gifted,
      serial: ({ serial }) => serial,
      startDateStr: { is: 'day', at: ({ startDate }) => startDate },
      endDateStr: { is: 'day', at: ({ endDate }) => endDate },
      user: ({ user }) => user?.tostring ?? null,
      isVoid: ({ isVoid }) => isVoid,
    },
  }),

  async generateCode({ body, now, runIdempotent, ...call }) {
    const { id } = await runIdempotent((transaction) => createBatch(transaction, { ...body, userId: call.user.id, now }))
    return sendBatch(call, id)
  },

  async downloadExcelCodes({ body, db, user, locale, now }) {
    const { filename, sheet, toCells } = listFile(locale, now)
    const pages = cellPages(readAllRows(codeList, db, body, user), toCells)
    return { filename, ...(await streamSheet(user.id, sheet, pages)) }
  },

  getBatches: ({ db }) => findBatches(db),

  downloadBatch: ({ params, ...call }) => sendBatch(call, params.id),

  setBatchNote: ({ params: { id }, body: { note = '' }, user, db, now }) => setBatchNote(db, { id, note, userId: user.id, now }),

  recallBatch: ({ params: { id }, body: { reason }, user, db, now }) => recallBatch(db, { id, reason, userId: user.id, now }),

  async useCodeForAccessory({ body, user, now, db, runIdempotent }) {
    return checkGuess(limitGuesses(db, wrongGuesses, user.id, now), [invalidCode], () =>
      runIdempotent((transaction) => claimCode(transaction, { ...body, userId: user.id, now })),
    )
  },
}

type Sending = Pick<Call<typeof calls.downloadBatch>, 'db' | 'user' | 'locale'>

async function sendBatch({ db, user, locale }: Sending, id: number): Promise<FileToStream> {
  const batch = await fillBatch(db, id)
  const { filename, sheet, toCells } = batchFile(locale, batch)
  return { filename, ...(await streamSheet(user.id, sheet, cellPages(readBatch(db, id), toCells))) }
}
