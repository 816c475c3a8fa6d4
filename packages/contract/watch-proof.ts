import { Type } from './type.ts'

/** An input of what a viewer does in a channel. */
export const watchProof = Type.Optional(
  Type.String({ maxLength: 100, description: 'What `enterWatchPassword` returned, for a channel with a password' }),
)
