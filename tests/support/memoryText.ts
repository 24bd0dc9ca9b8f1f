type Listener = (text: string | null) => void

/** A stored text, in memory instead of the browser's storage. */
export function memoryText() {
  let stored: string | null = null
  const listeners: Listener[] = []
  return {
    get: (): string | null => stored,
    set(text: string | null): void {
      stored = text
      for (const listener of listeners) listener(text)
    },
    subscribe: (listener: Listener) => listeners.push(listener),
  }
}
