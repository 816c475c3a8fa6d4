/** The part of a browser's `XMLHttpRequest` that Socket.IO clients use: cross-origin, with binary responses. */
export class FakeXmlHttpRequest {
  readyState = 0
  status = 0
  responseType = ''
  responseText = ''
  response: ArrayBuffer | string = ''
  withCredentials = false
  onreadystatechange: (() => void) | null = null
  #request = { method: '', url: '', headers: {} as Record<string, string> }
  #responseHeaders = new Headers()
  #abortController = new AbortController()

  open(method: string, url: string) {
    this.#request = { method, url, headers: {} }
    this.#setReadyState(1)
  }
  setRequestHeader(name: string, value: string) {
    this.#request.headers[name] = value
  }
  getResponseHeader(name: string): string | null {
    return this.#responseHeaders.get(name)
  }
  abort() {
    this.#abortController.abort()
  }
  send(body: string | ArrayBuffer | null = null) {
    void this.#fetch(body)
  }
  async #fetch(body: string | ArrayBuffer | null) {
    const { url, ...request } = this.#request
    try {
      const response = await fetch(url, {
        ...request,
        signal: this.#abortController.signal,
        ...(body !== null && { body }),
      })
      this.status = response.status
      this.#responseHeaders = response.headers
      // From here on, a page may set responseType.
      this.#setReadyState(2)
      const bytes = await response.arrayBuffer()
      this.responseText = this.responseType === 'arraybuffer' ? '' : Buffer.from(bytes).toString()
      this.response = this.responseType === 'arraybuffer' ? bytes : this.responseText
    } catch {
      this.status = 0
    }
    this.#setReadyState(4)
  }
  #setReadyState(state: number) {
    this.readyState = state
    this.onreadystatechange?.()
  }
}
