import { common } from './common.ts'

/** The English console: the common strings, and for each feature a function that loads its strings. */
export const en = {
  name: 'English',
  common,
  features: {
    connections: async () => (await import('./connections.ts')).connections,
  },
}

export type Locale = typeof en
