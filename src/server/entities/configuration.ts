import type { contract } from '../../contract/contract.ts'
import type { HandlersOf } from '../call.ts'
import { demoAccounts, demoPassword } from '../demoAccounts.ts'

export const configuration: HandlersOf<typeof contract.configuration> = {
  async get({ config }) {
    return {
      brand: config.brand,
      isSimulatedDeviceAllowed: config.isSimulatedDeviceAllowed,
      demoAccounts: config.isDemo ? demoAccounts.map(({ username, label }) => ({ username, label, password: demoPassword })) : [],
    }
  },
}
