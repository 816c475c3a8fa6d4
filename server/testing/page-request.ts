/** `XMLHttpRequest` as pages have it, as far as Socket.IO's clients need it: cross-origin, and able to read bytes. */
export class PageRequest {
  readyState = 0
  status = 0
  responseType = ''
  responseText = ''
  response: ArrayBuffer | string = ''
  withCredentials = false
  onreadystatechange: (() => void) | null = null
  #asked = { method: '', url: '', headers: {} as Record<string, string> }
  #answered = new Headers()
  #aborting = new AbortController()

  open(method: string, url: string) {
    this.#asked = { method, url, headers: {} }
    this.#goTo(1)
  }
  setRequestHeader(name: string, value: string) {
    this.#asked.headers[name] = value
  }
  getResponseHeader(name: string): string | null {
    return this.#answered.get(name)
  }
  abort() {
    this.#aborting.abort()
  }
  send(body: string | ArrayBuffer | null = null) {
    void this.#fetch(body)
  }
  async #fetch(body: string | ArrayBuffer | null) {
    const { url, ...asked } = this.#asked
    try {
      const response = await fetch(url, { ...asked, signal: this.#aborting.signal, ...(body !== null && { body }) })
      this.status = response.status
      this.#answered = response.headers
      // From here on a page may say that it wants bytes.
      this.#goTo(2)
      const bytes = await response.arrayBuffer()
      this.responseText = this.responseType === 'arraybuffer' ? '' : Buffer.from(bytes).toString()
      this.response = this.responseType === 'arraybuffer' ? bytes : this.responseText
    } catch {
      this.status = 0
    }
    this.#goTo(4)
  }
  #goTo(state: number) {
    this.readyState = state
    this.onreadystatechange?.()
  }
}
