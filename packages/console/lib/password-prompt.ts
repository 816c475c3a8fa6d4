/** The dialog that asks for the password, while a call waits for it. */
type Prompt = { readonly answer: (isEntered: boolean) => void }

let current: (Prompt & { readonly result: Promise<boolean> }) | null = null
const listeners = new Set<() => void>()

/** Resolves to whether the user entered the password. Calls that ask at the same time share one dialog. */
export function requestPassword(): Promise<boolean> {
  if (current !== null) return current.result
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isEntered: boolean) => {
    current = null
    notify()
    resolve(isEntered)
  }
  current = { result: promise, answer }
  notify()
  return promise
}

export function currentPrompt(): Prompt | null {
  return current
}

export function subscribeToPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify() {
  for (const listener of listeners) listener()
}
