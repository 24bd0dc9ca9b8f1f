import type { contract } from '../../contract/contract.ts'
import type { HandlersOf } from '../call.ts'
import { isDemoSeeded } from '../db/demo.ts'
import { demoAccounts, demoPassword } from '../demoAccounts.ts'
import { hasDemoMailbox } from '../messages/channel.ts'

export const configuration: HandlersOf<typeof contract.configuration> = {
  async get({ config, db }) {
    const accounts = config.isDemo && (await isDemoSeeded(db)) ? demoAccounts : []
    return {
      brand: config.brand,
      isSimulatedDeviceAllowed: config.isSimulatedDeviceAllowed,
      isServiceWorkerAllowed: config.isServiceWorkerAllowed,
      hasDemoMailbox: hasDemoMailbox(config),
      demoAccounts: accounts.map(({ username, label }) => ({ username, label, password: demoPassword })),
    }
  },
}
