import { createContext, useContext } from 'react'

/** What is filled in to try calls with: kept as long as the page stands, and nowhere else. */
export type CredentialValues = { clientId: string; clientSecret: string; accessToken: string }
export const emptyCredentials: CredentialValues = { clientId: '', clientSecret: '', accessToken: '' }

type CredentialsState = { values: CredentialValues; update: (change: Partial<CredentialValues>) => void }
export const CredentialsContext = createContext<CredentialsState>({ values: emptyCredentials, update: () => {} })

export function useCredentials(): CredentialsState {
  return useContext(CredentialsContext)
}
