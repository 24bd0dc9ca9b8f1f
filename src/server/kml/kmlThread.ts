import { exposeThread } from '../threads/exposeThread.ts'
import { readZoneFile } from './readZoneFile.ts'

const api = { readZoneFile }
export type KmlThread = typeof api

exposeThread(api)
