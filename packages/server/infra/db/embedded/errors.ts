/** An error that the operator can fix. The command line prints its message without the stack. */
export const databaseOpenError = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { name: 'DatabaseOpenError' })

/** The code of a system error, such as ENOENT; undefined for other errors. */
export const systemErrorCode = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
