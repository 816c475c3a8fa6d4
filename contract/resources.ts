import { Type } from 'typebox'
import { limits } from './limits.ts'

/** 32 lower-case hexadecimal digits. Gap 19. */
export const channelId = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** Specification, "Token set". `expiresIn` is a number for applications of the observed wire profile. Gap 1. */
export const tokenSet = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Union([Type.String(), Type.Integer()]),
  scope: Type.String({ description: 'The names of the scopes, joined by one space' }),
  scopes: Type.Array(Type.String()),
})

/** Specification, "User". `nickname` is ours, because clients read it. Gap 8. */
export const user = Type.Object({ channelId, channelName: Type.String(), nickname: Type.String() })

/** Counted in the composed form, which the length as it was sent tells nothing about. Gap 22. */
export const messageText = Type.String({
  minLength: 1,
  maxLength: limits.messageUnits,
  description: 'At most 100 characters: code points of the composed form (NFC)',
})
