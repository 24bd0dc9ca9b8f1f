/** Addition: what the app must know of this installation before anybody signs in. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

const link = v.nullable(v.string())

export const configurationAnswer = v.object({
  brand: v.object({
    name: v.string(),
    logoUrl: link,
    backgroundUrl: link,
    siteUrl: link,
    contactUrl: link,
    appName: v.string(),
    dataPolicyUrl: link,
  }),
  /** Whether the page offers the simulated detector and its faults. */
  isSimulatedDeviceAllowed: v.boolean(),
  /** Whether the app may put itself aside for use without a network; false: it takes back what it has put aside. */
  isServiceWorkerAllowed: v.boolean(),
  /** BCP 47 tags ("fr") by what a detector gives as its language; what is not here is not known. A server from before leaves it out. */
  detectorLanguages: v.optional(v.record(v.string(), v.string()), {}),
  /** Whether mails or SMS land in the demo mailbox. */
  hasDemoMailbox: v.boolean(),
  /** In demo mode the accounts to try, where the database was filled with them; else empty. */
  demoAccounts: v.array(v.object({ username: v.string(), password: v.string(), label: v.string() })),
})
export type Configuration = v.InferOutput<typeof configurationAnswer>

export const configuration = {
  get: endpoint({ method: 'GET', path: '/configuration', audience: 'anyone', body: 'none', response: configurationAnswer }),
}
