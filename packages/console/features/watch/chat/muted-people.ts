import { useSyncExternalStore } from 'react'

const storageKey = 'onair-muted'
/** The most people that are remembered. The people that were muted first are forgotten. */
export const maxMuted = 200

export type MutedPerson = { readonly channelId: string; readonly channelName: string }

/** The people whose messages this browser hides from its viewer, in all channels, latest first. Other people still see them. */
export class MutedPeople {
  readonly #listeners = new Set<() => void>()
  #people: readonly MutedPerson[] = readStored()

  readonly list = (): readonly MutedPerson[] => this.#people

  /** Other windows of the browser change it too. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) window.addEventListener('storage', this.#onStorage)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) window.removeEventListener('storage', this.#onStorage)
    }
  }

  mute(person: MutedPerson): void {
    this.#store([person, ...this.#without(person.channelId)].slice(0, maxMuted))
  }

  unmute(channelId: string): void {
    this.#store(this.#without(channelId))
  }

  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKey || key === null) this.#setPeople(readStored())
  }

  #without(channelId: string): readonly MutedPerson[] {
    return this.#people.filter((person) => person.channelId !== channelId)
  }

  #store(people: readonly MutedPerson[]): void {
    try {
      localStorage.setItem(storageKey, JSON.stringify(people))
    } catch {
      // The storage is full or disabled: they are muted until the page is closed.
    }
    this.#setPeople(people)
  }

  #setPeople(people: readonly MutedPerson[]): void {
    this.#people = people
    for (const notify of this.#listeners) notify()
  }
}

export const mutedPeople = new MutedPeople()

export function useMutedPeople(): readonly MutedPerson[] {
  return useSyncExternalStore(mutedPeople.subscribe, mutedPeople.list)
}

function readStored(): readonly MutedPerson[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isMutedPerson).slice(0, maxMuted) : []
  } catch {
    return [] // Storage can be disabled.
  }
}

function isMutedPerson(value: unknown): value is MutedPerson {
  const { channelId, channelName } = (value ?? {}) as Partial<Record<keyof MutedPerson, unknown>>
  return typeof channelId === 'string' && typeof channelName === 'string'
}
