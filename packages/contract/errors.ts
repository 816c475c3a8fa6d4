import { stringMap, Type } from './type.ts'
import type { ErrorReason } from './error-codes.ts'

/** Status and message of every error. Specification, "Standard errors". */
export const errors = {
  badInput: { status: 400, message: '잘못된 값을 입력했습니다.' },
  unauthorized: { status: 401, message: 'UNAUTHORIZED' },
  invalidClient: { status: 401, message: 'INVALID_CLIENT' },
  invalidToken: { status: 401, message: 'INVALID_TOKEN' },
  forbidden: { status: 403, message: 'FORBIDDEN' },
  notFound: { status: 404, message: 'NOT_FOUND' },
  methodNotAllowed: { status: 405, message: 'METHOD_NOT_ALLOWED' },
  requestTimeout: { status: 408, message: 'REQUEST_TIMEOUT' },
  tooLarge: { status: 413, message: 'PAYLOAD_TOO_LARGE' },
  misdirected: { status: 421, message: 'MISDIRECTED_REQUEST' },
  tooManyRequests: { status: 429, message: 'TOO_MANY_REQUESTS' },
  headersTooLarge: { status: 431, message: 'REQUEST_HEADER_FIELDS_TOO_LARGE' },
  internalError: { status: 500, message: 'INTERNAL_SERVER_ERROR' },
  unavailable: { status: 503, message: 'SERVICE_UNAVAILABLE' },
} as const

/** Who or what ended a consent, or a code or token of it. */
export type RevocationCause =
  | 'USER'
  | 'PASSWORD_CHANGED'
  | 'APPLICATION'
  | 'RENEWED'
  | 'CODE_REUSED'
  | 'REFRESH_TOKEN_REUSED'
  | 'APP_DELETED'
  | 'ACCOUNT_ENDED'

export type ErrorKind = keyof typeof errors

/** The message of an error for a program that prints English. The specification has that of a 400 in Korean. */
export function inEnglish(message: string): string {
  return message.replace(errors.badInput.message, 'The request has an invalid value.')
}

/** The envelope of an error. A success is `{ code: 200, message: null, content }`. */
export const errorEnvelope = Type.Object({ code: Type.Integer(), message: Type.String() })

/** Why a call was refused, as code and parameters. */
export const errorReasonSchema = Type.Unsafe<ErrorReason>(
  Type.Object({
    code: Type.String({ description: 'The code of the reason' }),
    params: stringMap(Type.Union([Type.String(), Type.Number()]), {
      description: 'The parameters of the code',
    }),
    field: Type.Optional(Type.String({ description: 'The invalid field' })),
  }),
)

/** The envelope of an error in the console and sandbox API, which adds the reason. */
export const errorEnvelopeWithReason = Type.Object({
  ...errorEnvelope.properties,
  reason: Type.Optional(errorReasonSchema),
})
