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
  /** `X-Request-Id` of the response. */
  traceId: string | null
  /** Whether a fault plan made the response. */
  isFault: boolean
  quotaPerMinute: number | null
}
