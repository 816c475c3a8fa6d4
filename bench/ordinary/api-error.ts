import type { ErrorKind } from '@onair/contract'

/** An error that the client gets. */
export class ApiError extends Error {
  readonly kind: ErrorKind
  constructor(kind: ErrorKind) {
    super(kind)
    this.kind = kind
  }
}
