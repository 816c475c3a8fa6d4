import { createContext, useContext } from 'react'

/** The credentials for test calls. Kept in memory only, while the page is open. */
export type CredentialValues = { clientId: string; clientSecret: string; accessToken: string }
export const emptyCredentials: CredentialValues = { clientId: '', clientSecret: '', accessToken: '' }

type CredentialsState = { values: CredentialValues; update: (change: Partial<CredentialValues>) => void }
export const CredentialsContext = createContext<CredentialsState>({ values: emptyCredentials, update: () => {} })

export function useCredentials(): CredentialsState {
  return useContext(CredentialsContext)
}
