/** Replaces the parts of XMLHttpRequest that uploads use (app/api/uploadFetch.ts), and answers without a network. */
export function fakeUploads(answer: (request: Request) => Promise<Response>): void {
  class FakeUpload extends EventTarget {
    readonly upload = new EventTarget()
    readonly #headers = new Headers()
    readonly #aborting = new AbortController()
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
      const { signal } = this.#aborting
      const request = new Request(this.#url, { method: this.#method, headers: this.#headers, body, signal })
      void this.#receive(request).catch(() => this.#end(signal.aborted ? 'abort' : 'error'))
    }
    abort(): void {
      this.#aborting.abort()
      this.#end('abort')
    }
    async #receive(request: Request): Promise<void> {
      const response = await answer(request)
      this.#answer = response
      this.response = await response.blob()
      this.#end(response.type === 'error' ? 'error' : 'load')
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
}
