import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi, limits, type ChatEvent, type ViewerStatus } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { formatExactDuration } from '../../lib/time-phrase.ts'
import { language, strings } from '../../locales/index.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ChatterCard, chatterQuery } from './chatter-card.tsx'
import { SenderName } from './sender-name.tsx'
import { MessageText } from './message-text.tsx'
import classes from './chat.module.css'

const { moderation: t } = strings('watch')
const { dialog } = strings('common')

type Props = { channelId: string; message: ChatEvent; viewer: ViewerStatus; onClose: () => void }

type TimeoutSecs = (typeof limits.timeoutSecs)[number]

/** The actions of a moderator on a message and its sender. */
export default function ModerationDialog({ channelId, message, viewer, onClose }: Props) {
  const { senderChannelId, eventId: messageId, profile, content, emojis } = message
  const pathParams = { channelId, targetChannelId: senderChannelId }
  const [seconds, setSeconds] = useState<TimeoutSecs>(limits.timeoutSecs[0])
  const queries = useQueryClient()
  const actions = {
    hide: () => api(consoleApi.moderation.hideMessage, { pathParams: { channelId, messageId } }),
    putNotice: () => api(consoleApi.moderation.putNotice, { pathParams: { channelId }, body: { messageId } }),
    restrictTemporarily: () => api(consoleApi.moderation.restrictTemporarily, { pathParams, body: { seconds } }),
    releaseTemporarily: () => api(consoleApi.moderation.releaseTemporarily, { pathParams }),
    restrict: () => api(consoleApi.moderation.restrict, { pathParams }),
  }
  const run = useMutation({
    mutationFn: (name: keyof typeof actions) => actions[name](),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries(chatterQuery(channelId, senderChannelId)),
  })
  const canHide = profile.userRoleCode !== 'streamer' || viewer.role === 'streamer'
  const canRestrict = profile.userRoleCode === 'common_user' && senderChannelId !== viewer.channelId
  const button = (name: keyof typeof actions, color?: string) => (
    <Button
      variant={color ? 'filled' : 'default'}
      {...(color && { color })}
      loading={run.isPending && run.variables === name}
      onClick={() => run.mutate(name)}
    >
      {t[name]}
    </Button>
  )
  return (
    <Modal opened onClose={onClose} title={t.title} closeButtonProps={{ 'aria-label': dialog.close }} centered>
      <Stack gap="sm">
        <p className={classes.quote}>
          <SenderName channelId={senderChannelId} name={profile.nickname} badges={profile.badges} />{' '}
          <MessageText text={content} emojis={emojis} />
        </p>
        {run.error && <ErrorAlert error={run.error} retry={() => run.variables && run.mutate(run.variables)} />}
        <Group grow>
          {canHide && button('hide')}
          {button('putNotice')}
        </Group>
        {canRestrict && (
          <Group align="end" grow>
            <NativeSelect
              label={t.duration}
              value={String(seconds)}
              onChange={(event) => setSeconds(Number(event.currentTarget.value) as TimeoutSecs)}
              data={limits.timeoutSecs.map((value) => ({
                value: String(value),
                label: formatExactDuration(value, language),
              }))}
            />
            {button('restrictTemporarily')}
          </Group>
        )}
        {canRestrict && button('restrict', 'red')}
        <ChatterCard
          channelId={channelId}
          targetChannelId={senderChannelId}
          release={canRestrict ? button('releaseTemporarily') : null}
        />
      </Stack>
    </Modal>
  )
}
