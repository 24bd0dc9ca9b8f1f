/** The server's calls and its outbox as a process, without the built app, so that tests can kill it. */
import { createApp } from '../../src/server/app.ts'
import { listen } from '../../src/server/http/listen/listen.ts'
import { startDelivery } from '../../src/server/delivery/startDelivery.ts'
import { openContext } from '../../src/server/openContext.ts'

const { context, time, close } = await openContext(process.env)
const server = await listen(createApp(context), context.config)
const stopDelivery = startDelivery(context, time)

process.once('SIGTERM', () => {
  void server
    .finish()
    .then(stopDelivery)
    .then(close)
    .then(() => process.exit(0))
})
