import { consoleApi, type ContentOf } from '@onair/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

type Push = ContentOf<typeof consoleApi.notices.getPush>

/** Who turned the notices on in this browser: after the next sign-in they go on for this person alone. */
const ownerKey = 'onair-push-owner'

/** Whether the browser can show notices. A phone of Apple can once the site is on its home screen. */
export const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this browser gets notices. After a new sign-in of the same person it goes on to get them. */
export const pushQuery = (personId: string) =>
  queryOptions({
    queryKey: ['push', personId],
    queryFn: async () => {
      const push = await api(consoleApi.notices.getPush)
      if (push.sessionId !== null || Notification.permission !== 'granted') return push
      if (localStorage.getItem(ownerKey) !== personId) return push
      await subscribe(push)
      return api(consoleApi.notices.getPush)
    },
    enabled: canPush,
    staleTime: Infinity,
  })

/** Asks for the permission of the browser. False: it was refused. */
export async function turnPushOn(push: Push, personId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await subscribe(push)
  localStorage.setItem(ownerKey, personId)
  return true
}

export async function turnPushOff(sessionId: string): Promise<void> {
  localStorage.removeItem(ownerKey)
  await api(consoleApi.notices.deletePush, { pathParams: { sessionId } })
}

async function subscribe({ publicKey }: Push): Promise<void> {
  const registration = await navigator.serviceWorker.register('/assets/push.js')
  await whenActive(registration)
  const former = await registration.pushManager.getSubscription()
  // That of another key cannot be used.
  if (former !== null && keyOf(former.options.applicationServerKey) !== publicKey) await former.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const body = {
    endpoint: subscription.endpoint,
    p256dh: keyOf(subscription.getKey('p256dh')),
    auth: keyOf(subscription.getKey('auth')),
  }
  await api(consoleApi.notices.putPush, { body })
}

/** `navigator.serviceWorker.ready` waits for a worker that controls the page, which this one does not. */
async function whenActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (active !== null || worker === null) return
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
    })
  })
}

function keyOf(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
