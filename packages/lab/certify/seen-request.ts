/** A request of the program to the API. */
export type SeenRequest = {
  /** Milliseconds since the start of the certification. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** 0 while there is no response. */
  status: number
  /** `message` of the envelope of the response; null while there is none, and for a success. */
  message: string | null
  /** `X-Request-Id` of the response. */
  traceId: string | null
  /** Whether a fault plan made the response. */
  isFault: boolean
  quotaPerMinute: number | null
}

const maxMessageLength = 200

/** Reads `message` of the envelope. Null if there is none. */
export function readMessage(body: string): string | null {
  try {
    const { message } = JSON.parse(body) as { message?: unknown }
    return typeof message === 'string' ? message.slice(0, maxMessageLength) : null
  } catch {
    return null
  }
}
