/** Comlink declares this file's types under a name that Node's module resolution does not find. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink'
  import type { MessagePort, Worker } from 'node:worker_threads'

  export default function nodeEndpoint(thread: MessagePort | Worker): Endpoint
}
