import { sandboxApi } from '@onair/contract'
import { api } from './api.ts'

export const readClock = () => api(sandboxApi.clock.getClock)
