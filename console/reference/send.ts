import type { HttpRequest } from '@onair/contract/client/request-of'

export type Answer = {
  status: number
  statusText: string
  headers: [name: string, value: string][]
  text: string
  tookMs: number
}

/** Sends a request as a developer's program would: without the cookie of the page, and without following anything. */
export async function send({ url, ...request }: HttpRequest): Promise<Answer> {
  const began = performance.now()
  const response = await fetch(url, { ...request, credentials: 'omit', redirect: 'manual', cache: 'no-store' })
  const text = await response.text()
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    text,
    tookMs: Math.round(performance.now() - began),
  }
}
