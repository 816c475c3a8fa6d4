import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { isPrivate } from '@onair/contract'
import { strings } from '../../../locales/index.ts'
import { IconShare } from '../../../ui/icons.tsx'
import type { ChannelDetails } from '../queries.ts'
import { channelProfileQuery } from './queries.ts'

const { share: t } = strings('about')

/** Passes the address of a channel on: by copying it or the code that embeds the player, or with the menu of a phone. */
export default function ShareButton({ channel }: { channel: ChannelDetails }) {
  const { channelId, channelName, state } = channel
  const handle = useQuery(channelProfileQuery(channelId)).data?.handle ?? null
  const { copied, copy } = useClipboard({ timeout: 2_000 })
  const { origin } = window.location
  const url = `${origin}${handle === null ? `/watch/${channelId}` : `/@${handle}`}`
  const embed = `<iframe src="${origin}/embed/${channelId}" width="640" height="360" allow="autoplay; fullscreen" allowfullscreen></iframe>`
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t.share} title={copied ? t.copied : t.share}>
            <IconShare size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => copy(url)}>{t.copyAddress}</Menu.Item>
          {!isPrivate(state.audience) && <Menu.Item onClick={() => copy(embed)}>{t.copyEmbed}</Menu.Item>}
          {'share' in navigator && (
            <Menu.Item onClick={() => void navigator.share({ title: channelName, url }).catch(() => {})}>
              {t.otherApp}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{copied && t.copied}</VisuallyHidden>
    </>
  )
}
