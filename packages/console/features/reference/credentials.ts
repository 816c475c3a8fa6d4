import { sandboxApi } from '@onair/contract'
import { createContext, useContext } from 'react'
import { api } from '../../lib/api.ts'

/** The credentials for test calls. Kept in memory only, while the page is open. */
export type CredentialValues = { clientId: string; clientSecret: string; accessToken: string }
export const emptyCredentials: CredentialValues = { clientId: '', clientSecret: '', accessToken: '' }

type CredentialsState = { values: CredentialValues; update: (change: Partial<CredentialValues>) => void }
export const CredentialsContext = createContext<CredentialsState>({ values: emptyCredentials, update: () => {} })

export function useCredentials(): CredentialsState {
  return useContext(CredentialsContext)
}

/** The demo application and users of a sandbox. */
export const demoQuery = {
  queryKey: ['overview'],
  queryFn: () => api(sandboxApi.demo.getOverview),
  staleTime: Infinity,
}
