import type { Static } from 'typebox'
import { stringMap, Type } from './type.ts'

/** The state of a target. `refused` ends when the streamer changes the target, or turns it off and on. */
export const restreamStates = ['off', 'idle', 'connecting', 'sending', 'waiting', 'refused'] as const

/** Why nothing is sent to a target. */
const restreamProblemCode = Type.Enum([
  'HOST_NOT_FOUND',
  'ADDRESS_NOT_ALLOWED',
  'CONNECTION_FAILED',
  'NO_ANSWER',
  'NOT_RTMP',
  'REFUSED',
  'CLOSED',
  'TOO_SLOW',
  'KEY_UNREADABLE',
])

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()])

export const restreamStatus = Type.Object({
  state: Type.Enum([...restreamStates]),
  /** For `waiting` and `refused`. `message` of REFUSED is what the server said. */
  problem: orNull(Type.Object({ code: restreamProblemCode, params: stringMap(Type.String()) })),
  /** For `waiting`: seconds from one attempt to the next. */
  retrySec: orNull(Type.Integer({ minimum: 0 })),
  kbps: Type.Integer({ minimum: 0 }),
  /** Frames that the network to the target had no place for. */
  droppedFrames: Type.Integer({ minimum: 0 }),
  /** `opus`: the live has audio that RTMP does not carry, so the target gets none. */
  audio: Type.Enum(['aac', 'opus', 'none']),
})
export type RestreamStatus = Static<typeof restreamStatus>
export type RestreamProblem = NonNullable<RestreamStatus['problem']>
