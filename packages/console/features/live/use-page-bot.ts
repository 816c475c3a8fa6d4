import { useEffect, useRef, useState } from 'react'
import { sandboxApi, session } from '@onair/contract'
import { createClient } from '@onair/sdk/http'
import { listen, type Listener } from '@onair/sdk/listen'
import { api } from '../../lib/api.ts'
import { loadSocketIo } from '../overlay/load-socket-io.ts'

type BotState = { status: 'off' | 'connecting' | 'on'; received: readonly string[]; error: unknown }

const off: BotState = { status: 'off', received: [], error: null }
const subscriptions = [session.subscribeChat, session.subscribeDonation, session.subscribeSubscription]
/** The latest messages that are shown. */
const maxReceived = 4

type Bot = { baseUrl: string; channelId: string }
export type PageBot = ReturnType<typeof usePageBot>

/** A bot that runs in this page, as any application: a session with three subscriptions. It ends with the page. */
export function usePageBot({ baseUrl, channelId }: Bot) {
  const [state, setState] = useState(off)
  const listener = useRef<Listener | null>(null)
  const stop = () => {
    void listener.current?.close()
    listener.current = null
    setState(off)
  }
  useEffect(() => () => void listener.current?.close(), [])
  const start = async (clientId: string) => {
    await listener.current?.close()
    setState({ ...off, status: 'connecting' })
    try {
      const io = await loadSocketIo()
      const { accessToken } = await api(sandboxApi.grants.createGrant, { body: { clientId, channelId } })
      const call = createClient({ baseUrl, credentials: { accessToken } })
      const onMessage = (line: string) =>
        setState(({ received }) => ({ ...off, status: 'on', received: [...received, line].slice(-maxReceived) }))
      const opened = listen({
        io,
        openSession: () => call(session.openUserSession),
        subscriptions: subscriptions.map(
          (subscribe) => (sessionKey) => call(subscribe, { parameters: { sessionKey } }),
        ),
        handlers: {
          SYSTEM: ({ type, data }) => onMessage(['SYSTEM', type, 'eventType' in data ? data.eventType : ''].join(' ')),
          CHAT: ({ content }) => onMessage(`CHAT ${content}`),
          DONATION: ({ donatorNickname, payAmount }) => onMessage(`DONATION ${donatorNickname} ${payAmount}`),
          SUBSCRIPTION: ({ subscriberNickname }) => onMessage(`SUBSCRIPTION ${subscriberNickname}`),
        },
      })
      listener.current = opened
      await opened.closed
    } catch (error) {
      setState({ ...off, error })
    }
  }
  return { ...state, start: (clientId: string) => void start(clientId), stop }
}
