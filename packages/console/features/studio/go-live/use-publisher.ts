import { useSyncExternalStore } from 'react'
import { publisher, type PublisherState } from './publisher.ts'

/** The broadcast of this document. */
export function usePublisher(): PublisherState {
  return useSyncExternalStore(publisher.subscribe, publisher.getState)
}
