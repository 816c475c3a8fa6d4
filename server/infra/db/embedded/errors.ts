/** A fault that the person who starts the program can mend: its message is a line for them, its stack tells nothing. */
export const databaseOpenError = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { name: 'DatabaseOpenError' })

/** The code of a system error, such as ENOENT; undefined for any other. */
export const systemErrorCode = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
