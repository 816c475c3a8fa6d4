import { request } from 'undici'

type TestRequest = { method: string; headers?: Record<string, string>; body?: string }
export type TestResponse = { status: number; headers: Headers; text: string }

/** Sends a request, and reads the response. Takes a quarter of the processor time of `fetch`, and can send a Host header. */
export async function sendRequest(url: string | URL, { method, ...options }: TestRequest): Promise<TestResponse> {
  const { statusCode, headers, body } = await request(url, { method, ...options })
  const received = new Headers()
  for (const [name, values = []] of Object.entries(headers))
    for (const value of [values].flat()) received.append(name, value)
  return { status: statusCode, headers: received, text: await body.text() }
}
