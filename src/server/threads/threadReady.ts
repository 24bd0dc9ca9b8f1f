/** The message of a thread whose code is loaded. Comlink ignores it. */
export const threadReady = 'ready'
