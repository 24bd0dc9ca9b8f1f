import type { contract } from '../../contract/contract.ts'
import type { HandlersOf } from '../call.ts'
import { demoAccounts, demoPassword } from '../demoAccounts.ts'
import { hasDemoMailbox } from '../messages/channel.ts'

export const configuration: HandlersOf<typeof contract.configuration> = {
  async get({ config }) {
    return {
      brand: config.brand,
      isSimulatedDeviceAllowed: config.isSimulatedDeviceAllowed,
      hasDemoMailbox: hasDemoMailbox(config),
      demoAccounts: config.isDemo ? demoAccounts.map(({ username, label }) => ({ username, label, password: demoPassword })) : [],
    }
  },
}
