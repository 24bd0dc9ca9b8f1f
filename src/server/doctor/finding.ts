import { messageOf } from '../config/messageOf.ts'

/** What one check found. */
export type Finding = {
  readonly name: string
  /** A warning can wait; a fault keeps the portal, or a part of it, from working. Of what was not checked nothing is known: it is not ok. */
  readonly verdict: 'ok' | 'warning' | 'fault' | 'not checked'
  readonly sentence: string
  /** Missing if there is nothing to do. */
  readonly whatToDo?: string
}

export type Result = Omit<Finding, 'name'>

export const ok = (sentence: string): Result => ({ verdict: 'ok', sentence })
export const warning = (sentence: string, whatToDo: string): Result => ({ verdict: 'warning', sentence, whatToDo })
export const fault = (sentence: string, whatToDo: string): Result => ({ verdict: 'fault', sentence, whatToDo })
/** The sentence says why. */
export const notChecked = (sentence: string, whatToDo?: string): Result => ({
  verdict: 'not checked',
  sentence,
  ...(whatToDo !== undefined && { whatToDo }),
})

const defaultTimeoutMs = 20_000

/** Runs a check, and turns what it throws, or that it does not come to an end, into a fault. */
export async function runCheck(name: string, check: () => Result | Promise<Result>, timeoutMs = defaultTimeoutMs): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(fault(`No answer within ${timeoutMs / 1000} seconds.`, 'See why it is so slow.')), timeoutMs)
  })
  try {
    return { name, ...(await Promise.race([check(), late])) }
  } catch (error) {
    return { name, ...fault(`The check failed: ${reasonOf(error)}.`, 'Look at the reason.') }
  } finally {
    clearTimeout(timer)
  }
}

/** Within a sentence. */
export function reasonOf(error: unknown): string {
  return messageOf(error).replace(/\.$/, '')
}
