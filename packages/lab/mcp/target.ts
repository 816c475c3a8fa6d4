import type { Client, Credentials } from '@onair/sdk/http'

/** The server that the tools call. */
export type Target = {
  baseUrl: string
  createCaller: (server: { baseUrl: string; credentials?: Credentials }) => Client
  sandboxSecret: string | undefined
  /** A sentence about an error of a caller that the user can fix; null for any other. */
  explain: (error: unknown) => string | null
}
