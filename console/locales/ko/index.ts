import type { Locale } from '../en/index.ts'
import { common } from './common.ts'

export const ko: Locale = {
  name: '한국어',
  common,
  features: {
    connections: async () => (await import('./connections.ts')).connections,
  },
}
