import { createContext, useContext } from 'react'

/** What is filled in to try calls with: kept as long as the page stands, and nowhere else. */
export type Filled = { clientId: string; clientSecret: string; accessToken: string }
export const nothingFilled: Filled = { clientId: '', clientSecret: '', accessToken: '' }

type Kept = { filled: Filled; fill: (change: Partial<Filled>) => void }
export const CredentialsContext = createContext<Kept>({ filled: nothingFilled, fill: () => {} })

export function useCredentials(): Kept {
  return useContext(CredentialsContext)
}
