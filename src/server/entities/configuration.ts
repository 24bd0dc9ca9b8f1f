import type { contract } from '../../contract/contract.ts'
import type { HandlersOf } from '../call.ts'
import { relyingParty } from '../auth/factors/passkeys.ts'
import { demoPassword } from '../config/demoPassword.ts'
import { demoAccounts } from '../demo/content/demoAccounts.ts'
import { isDemoSeeded } from '../demo/seedDemo.ts'
import { hasDemoMailbox } from '../messages/channel.ts'

export const configuration: HandlersOf<typeof contract.configuration> = {
  async get({ config, db }) {
    // The sign-in page must open even if the database is down.
    const isSeeded = config.isDemo && (await isDemoSeeded(db).catch(() => false))
    const accounts = isSeeded ? demoAccounts : []
    return {
      brand: config.brand,
      isSimulatedDeviceAllowed: config.isSimulatedDeviceAllowed,
      isServiceWorkerAllowed: config.isServiceWorkerAllowed,
      detectorLanguages: config.detectorLanguages,
      passkeyOrigin: relyingParty(config.publicUrl).origin,
      hasDemoMailbox: hasDemoMailbox(config),
      demoAccounts: accounts.map(({ username, label }) => ({ username, label, password: demoPassword })),
    }
  },
}
