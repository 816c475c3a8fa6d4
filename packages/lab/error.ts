/** The laboratory cannot do what was asked for, for a reason that the user can fix. The message is a sentence. */
export class LabError extends Error {
  override readonly name = 'LabError'
  readonly code: LabErrorCode

  constructor(code: LabErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export type LabErrorCode =
  | 'FAULT_PLAN_SET'
  | 'CLOCK_MOVED'
  | 'NO_SESSION'
  | 'NO_LISTENER'
  | 'CANNOT_READ'
  | 'CANNOT_WRITE'
  | 'INVALID_LINE'
