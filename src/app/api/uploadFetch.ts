/**
 * A `fetch` for one upload that reports its progress. It uses XMLHttpRequest because `fetch` has no upload progress, and streamed request
 * bodies need HTTP/2. Knows no call.
 */
export function uploadFetch(onSent: (share: number) => void): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const body = await request.blob()
    return new Promise<Response>((resolve, reject) => {
      const upload = new XMLHttpRequest()
      const abort = () => upload.abort()
      upload.open(request.method, request.url)
      for (const [name, value] of request.headers) upload.setRequestHeader(name, value)
      upload.responseType = 'blob'
      upload.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => lengthComputable && onSent(loaded / total))
      upload.addEventListener('load', () => resolve(answerOf(upload)))
      upload.addEventListener('error', () => reject(new TypeError('the upload failed')))
      upload.addEventListener('abort', () => reject(request.signal.reason ?? new DOMException('aborted', 'AbortError')))
      request.signal.addEventListener('abort', abort)
      upload.addEventListener('loadend', () => request.signal.removeEventListener('abort', abort))
      upload.send(body)
    })
  }
}

function answerOf(upload: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of upload.getAllResponseHeaders().trim().split(/\r\n/)) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  // An XMLHttpRequest with `responseType` "blob" has a Blob as its response.
  return new Response(upload.response as Blob, { status: upload.status, headers })
}
