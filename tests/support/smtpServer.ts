/** A real SMTP server that stores what it accepts, and can be stopped and started again on its port. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { freePort } from './freePort.ts'

export type ReceivedMail = Email & {
  /** The envelope's recipients: where the mail really went. */
  readonly recipients: readonly string[]
  readonly raw: string
}

export type SmtpServer = {
  readonly url: string
  /** The accepted messages over all starts, oldest first. */
  readonly received: readonly ReceivedMail[]
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /**
   * How it treats the next messages: `accept`, `refuse` permanently (550), `defer` (451), or `hang`: reads everything and never responds.
   */
  behave: (behaviour: Behaviour) => void
  /** Messages that were received completely, answered or not. */
  readonly seen: () => number
}

type Behaviour = 'accept' | 'refuse' | 'defer' | 'hang'

const refusals = { refuse: { code: 550, words: 'No such mailbox' }, defer: { code: 451, words: 'Try again later' } } as const

export async function startSmtpServer(): Promise<SmtpServer> {
  const port = await freePort()
  const received: ReceivedMail[] = []
  let behaviour: Behaviour = 'accept'
  let seen = 0
  let server: SMTPServer | undefined

  async function take(stream: Readable, { envelope }: SMTPServerSession, done: (error?: Error) => void): Promise<void> {
    // A client that is killed during a message has sent none: the stream fails, and nobody waits for a response.
    const raw = await text(stream).catch(() => undefined)
    if (raw === undefined) return
    seen += 1
    if (behaviour === 'hang') return
    if (behaviour === 'accept') {
      received.push({ ...(await PostalMime.parse(raw)), raw, recipients: envelope.rcptTo.map(({ address }) => address) })
      done()
    } else {
      const { code, words } = refusals[behaviour]
      done(Object.assign(new Error(words), { responseCode: code }))
    }
  }

  async function start(): Promise<void> {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      // How long a stopping server waits for open connections.
      closeTimeout: 1,
      onData: (stream, session, done) => void take(stream, session, done),
    })
    // A killed client is not an error of the server.
    server.on('error', () => undefined)
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
  }

  async function stop(): Promise<void> {
    const stopping = server
    server = undefined
    if (stopping !== undefined) await new Promise<void>((resolve) => stopping.close(resolve))
  }

  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    start,
    stop,
    behave: (wanted) => {
      behaviour = wanted
    },
    seen: () => seen,
  }
}
