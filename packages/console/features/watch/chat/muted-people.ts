import { useSyncExternalStore } from 'react'
import { StoredValue } from '../../../lib/stored-value.ts'

/** The most people that are remembered. The people that were muted first are forgotten. */
export const maxMuted = 200

export type MutedPerson = { readonly channelId: string; readonly channelName: string }

/** The people whose messages this browser hides from its viewer, in all channels, latest first. Other people still see them. */
export class MutedPeople {
  readonly #stored = new StoredValue<readonly MutedPerson[]>('onair-muted', (stored) =>
    Array.isArray(stored) ? stored.filter(isMutedPerson).slice(0, maxMuted) : [],
  )
  readonly list = this.#stored.get
  readonly subscribe = this.#stored.subscribe

  mute(person: MutedPerson): void {
    this.#stored.set([person, ...this.#without(person.channelId)].slice(0, maxMuted))
  }

  unmute(channelId: string): void {
    this.#stored.set(this.#without(channelId))
  }

  #without(channelId: string): readonly MutedPerson[] {
    return this.list().filter((person) => person.channelId !== channelId)
  }
}

export const mutedPeople = new MutedPeople()

export function useMutedPeople(): readonly MutedPerson[] {
  return useSyncExternalStore(mutedPeople.subscribe, mutedPeople.list)
}

function isMutedPerson(value: unknown): value is MutedPerson {
  const { channelId, channelName } = (value ?? {}) as Partial<Record<keyof MutedPerson, unknown>>
  return typeof channelId === 'string' && typeof channelName === 'string'
}
