import type { HttpRequest } from '@onair/sdk/build-request'

export type HttpResponse = {
  status: number
  statusText: string
  headers: [name: string, value: string][]
  text: string
  tookMs: number
}

/** Sends a request as a developer's program would: without the page's cookies, and without following redirects. */
export async function sendRequest({ url, ...request }: HttpRequest): Promise<HttpResponse> {
  const startedAt = performance.now()
  const response = await fetch(url, { ...request, credentials: 'omit', redirect: 'manual', cache: 'no-store' })
  const text = await response.text()
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    text,
    tookMs: Math.round(performance.now() - startedAt),
  }
}
