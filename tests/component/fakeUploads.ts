/** Replaces the parts of XMLHttpRequest that uploads use (app/uploadFetch.ts), and answers without a network. */
export function fakeUploads(answer: (request: Request) => Promise<Response>): () => void {
  const network = globalThis.XMLHttpRequest

  class FakeUpload extends EventTarget {
    readonly upload = new EventTarget()
    readonly #headers = new Headers()
    #method = 'GET'
    #url = ''
    #isOver = false
    #answer: Response | undefined
    response: Blob | undefined
    responseType = ''

    get status(): number {
      return this.#answer?.status ?? 0
    }
    open(method: string, url: string): void {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }
    getAllResponseHeaders(): string {
      return [...(this.#answer?.headers ?? [])].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }
    send(body: Blob): void {
      this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: body.size, total: body.size }))
      void answer(new Request(this.#url, { method: this.#method, headers: this.#headers, body })).then(async (response) => {
        this.#answer = response
        this.response = await response.blob()
        return this.#end(response.type === 'error' ? 'error' : 'load')
      })
    }
    abort(): void {
      this.#end('abort')
    }
    #end(type: 'load' | 'error' | 'abort'): void {
      if (this.#isOver) return
      this.#isOver = true
      this.dispatchEvent(new ProgressEvent(type))
      this.dispatchEvent(new ProgressEvent('loadend'))
    }
  }

  // What uploadFetch.ts uses of it.
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest
  return () => {
    globalThis.XMLHttpRequest = network
  }
}
