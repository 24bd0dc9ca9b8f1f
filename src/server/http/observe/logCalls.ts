import type { Logger } from 'pino'
import { requestScope } from '../../config/requestScope.ts'
import type { CallListener } from './observeCalls.ts'

/** One line for each answered call, unless a failure or a refusal has been logged already. The mixin of the log names request and call. */
export function logCalls(log: Logger): CallListener {
  return {
    answered: ({ call, method, status, milliseconds }) => {
      if (call === undefined || requestScope.getStore()?.isLogged === true) return
      log.info({ method, status, milliseconds: Math.round(milliseconds) }, 'a call was answered')
    },
  }
}
