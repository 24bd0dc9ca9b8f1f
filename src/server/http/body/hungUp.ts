/** A client that ends its connection too early. That is no failure of the server: it has a line of its own in the log, and counts as none. */
import { AppError } from '../../../errors.ts'

/** The body of a request ended in the middle. Nobody reads the answer; `request.invalid` is what it would have been. */
export class HungUp extends AppError {
  constructor(cause: unknown) {
    super('request.invalid', { cause })
  }
}

/** The line. Operators look for it where people complain of a bad connection. */
export const hungUp = 'a client hung up'
