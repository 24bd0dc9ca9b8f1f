/**
 * `npm run dev`: runs the API inside Vite's dev server, so that one command serves client and server on one origin. Vite reloads changed
 * server modules, so an edit takes effect at the next request while the database stays open. Not part of any build.
 */
import { getRequestListener } from '@hono/node-server'
import type { Plugin } from 'vite'

type AppModule = Pick<typeof import('./app.ts'), 'createApp'>
type DeliveryModule = Pick<typeof import('./delivery/startDelivery.ts'), 'startDelivery'>
type WorkModule = Pick<typeof import('./work/startWork.ts'), 'startWork'>
type KindsModule = Pick<typeof import('./jobs/workKinds.ts'), 'workKinds'>
type ContextModule = Pick<typeof import('./openContext.ts'), 'openContext'>

/** Backups are made by a built command. */
const runBackup = () => Promise.reject(new Error('Nothing is built: "npm run dev" makes no backups.'))

export function callsInDevelopment(): Plugin {
  return {
    name: 'fieldport-calls',
    // Vitest starts Vite too but needs no database.
    apply: (_config, { command }) => command === 'serve' && process.env['VITEST'] === undefined,
    async configureServer(vite) {
      const PUBLIC_URL = process.env['PUBLIC_URL'] ?? `http://localhost:${vite.config.server.port}`
      // Vite types loaded modules as a record of any; these types name their exports.
      const { openContext } = (await vite.ssrLoadModule('/src/server/openContext.ts')) as ContextModule
      const { context, time, close } = await openContext({ ...process.env, PUBLIC_URL })
      const { startDelivery } = (await vite.ssrLoadModule('/src/server/delivery/startDelivery.ts')) as DeliveryModule // Typed by Vite as above.
      const stopDelivery = startDelivery(context, time)
      const { startWork } = (await vite.ssrLoadModule('/src/server/work/startWork.ts')) as WorkModule // Typed by Vite as above.
      const { workKinds } = (await vite.ssrLoadModule('/src/server/jobs/workKinds.ts')) as KindsModule // Typed by Vite as above.
      const config = { ...context.config, backupTo: undefined }
      const stopWork = startWork({ ...context, config, time, runBackup }, workKinds)
      vite.httpServer?.once('close', () => void stopWork().then(stopDelivery).then(close))
      vite.middlewares.use((request, response, next) => {
        if (!/^\/(?:backend|livez|readyz|manifest\.webmanifest)(?:[/?]|$)/.test(request.url ?? '')) return next()
        vite
          .ssrLoadModule('/src/server/app.ts')
          .then((module) => {
            const { createApp } = module as AppModule // Typed by Vite as above.
            return getRequestListener(createApp(context).fetch)(request, response)
          })
          // oxlint-disable-next-line promise/no-callback-in-promise -- Vite's server takes failures by this callback
          .catch(next)
      })
    },
  }
}
