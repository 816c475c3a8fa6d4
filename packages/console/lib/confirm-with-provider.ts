import { consoleApi } from '@onair/contract'
import { sendOnce } from './api.ts'

/** Opens a window in which the user signs in again at a provider. False where the browser opens none. */
export async function confirmWithProvider(providerId: string, body: { code?: string }): Promise<boolean> {
  // Browsers open a window only at a click, which is over once the answer is there.
  const opened = window.open('', '_blank', 'popup,width=520,height=720')
  if (opened === null) return false
  try {
    const { url } = await sendOnce(consoleApi.providers.startConfirmation, { pathParams: { providerId }, body })
    opened.location.replace(url)
    return true
  } catch (error) {
    opened.close()
    throw error
  }
}

/** Calls `onConfirmed` when the user has signed in again, and returns what ends this (packages/server/assets/confirmed.js). */
export function watchConfirmations(onConfirmed: () => void): () => void {
  const channel = new BroadcastChannel('onair-confirmed')
  channel.addEventListener('message', onConfirmed)
  return () => channel.close()
}
