import { createContext, useContext } from 'react'
import { useVisitorChannelId } from '../../lib/visitor.ts'

/** The channel that a manager of it has opened; null in the studio of the own channel. */
export const ManagedChannelId = createContext<string | null>(null)

/** The channel that the pages of the studio are about. */
export function useStudioChannelId(): string {
  const managed = useContext(ManagedChannelId)
  const own = useVisitorChannelId()
  return managed ?? own
}
