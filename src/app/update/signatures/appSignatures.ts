/** What this page believes of firmwares, by the maker's signatures: the newest that the server has, or those that were kept for times without it. */
import { queryOptions } from '@tanstack/react-query'
import type { Signatures } from '../../../contract/signature.ts'
import { demoRoot } from '../../../contract/signatures/demoRoot.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryClient } from '../../api/queryClient.ts'
import { queryOf } from '../../api/queryOf.ts'
import { createStoredItem } from '../../browser/storedItem.ts'
import { type Judged, judgeSignature, type SignatureFound } from './judgeSignature.ts'
import { createSeenSignatures, seenSignaturesKey } from './seenSignatures.ts'

const freshMs = 10_000

/** By the type number that detectors report. Persisted for times without a server. */
export function signaturesOf(typeId: number) {
  return queryOptions({ ...queryOf(api.signature.getForType, { params: { typeId } }), staleTime: freshMs })
}

const seen = createSeenSignatures(createStoredItem(seenSignaturesKey))

export async function judgeHere(judged: Judged): Promise<SignatureFound> {
  const firstRoot = builtRoot ?? demoRoot
  const found = await judgeSignature({ firstRoot, isDemo: builtRoot === null, seen, load, now: () => new Date() }, judged)
  // The next check asks again, however soon.
  if (found.state === 'refused') await queryClient.invalidateQueries({ ...signaturesOf(judged.detector.typeId), refetchType: 'none' })
  return found
}

/** What the server has, or what was kept of it where it gives nothing. */
async function load(typeId: number): Promise<{ signatures: Signatures; isOnline: boolean } | null> {
  const query = signaturesOf(typeId)
  try {
    return { signatures: await queryClient.fetchQuery({ ...query, networkMode: 'always', retry: false }), isOnline: true }
  } catch (error) {
    const signatures = queryClient.getQueryData<Signatures>(query.queryKey)
    const isOnline = asAppError(error).code !== 'network.offline.error'
    return signatures === undefined ? null : { signatures, isOnline }
  }
}
