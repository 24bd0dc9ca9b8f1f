import { parentPort } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs'
import { threadReady } from './threadReady.ts'

/** Lets `inThread` call these functions. For thread files only, once. */
export function exposeThread(api: object): void {
  if (parentPort === null) throw new Error('This file runs in a worker thread only.')
  expose(api, nodeEndpoint(parentPort))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort.postMessage(threadReady)
}
