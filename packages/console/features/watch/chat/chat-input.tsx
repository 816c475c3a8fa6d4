import { lazy, Suspense, type Ref } from 'react'
import type { ChatEvent, ViewerStatus } from '@onair/contract'
import { signInUrl } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import type { ChannelDetails } from '../queries.ts'
import type { ChatFeed } from './chat-feed.ts'
import classes from './chat.module.css'

const { input: t } = strings('watch')

const ChatForm = lazy(() => import('./chat-form.tsx'))

/** The actions of the chat's input. */
export type ChatInputHandle = Record<'mention' | 'reply', (message: ChatEvent) => void>

export type ChatInputProps = {
  ref: Ref<ChatInputHandle>
  channel: ChannelDetails
  feed: ChatFeed
  viewer: ViewerStatus | null
  viewerUpdatedAt: number
}

/** The message input, which loads after the messages; for a guest the link to sign in. */
export function ChatInput(props: ChatInputProps) {
  return (
    <div className={classes.input}>
      {props.viewer === null ? (
        <p>
          <a href={signInUrl()}>{t.signIn}</a> {t.toChat}
        </p>
      ) : (
        <Suspense>
          <ChatForm {...props} viewer={props.viewer} />
        </Suspense>
      )}
    </div>
  )
}
