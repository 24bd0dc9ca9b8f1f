/**
 * Turns for the pieces of all bodies that are being sent. With two hundred downloads at once a round of Node's event loop would handle a piece
 * of each, and every other request, which takes several rounds, would wait for seconds (`npm run bench:downloads`). Knows no body.
 */

/** Of 64 KiB each, as files are read: some milliseconds. */
export const piecesInARound = 8
const waiting: (() => void)[] = []
let isScheduled = false

/** Resolves in this round of the event loop or a later one, in the order of asking. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    schedule()
  })
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    for (const resolve of waiting.splice(0, piecesInARound)) resolve()
    schedule()
  })
}
