/** Addition: what the app needs to know about this installation before anybody signs in. */
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
  /** Whether the page offers the simulated detector. */
  isSimulatedDeviceAllowed: v.boolean(),
  /** Whether the app may cache itself for offline use. If false, it removes what it has cached. */
  isServiceWorkerAllowed: v.boolean(),
  /** BCP 47 tags ("fr") by the language code that a detector reports; other codes are unknown. */
  detectorLanguages: v.record(v.string(), v.string()),
  /** Addition: the only origin at which passkeys work, "https://portal.example.com". */
  passkeyOrigin: v.string(),
  /** Whether mails or SMS go to the demo mailbox. */
  hasDemoMailbox: v.boolean(),
  /** The demo accounts, if this is a demo whose database has them; else empty. */
  demoAccounts: v.array(v.object({ username: v.string(), password: v.string(), label: v.string() })),
})
export type Configuration = v.InferOutput<typeof configurationAnswer>

export const configuration = {
  get: endpoint({
    method: 'GET',
    path: '/configuration',
    audience: 'anyone',
    isReadOnly: true,
    body: 'none',
    response: configurationAnswer,
  }),
}
