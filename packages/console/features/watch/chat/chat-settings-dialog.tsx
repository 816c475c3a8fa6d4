import { Button, Checkbox, Modal, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { strings } from '../../../locales/index.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { chatPreferences, textSizes, useChatPreferences, type ChatPreferences } from './chat-preferences.ts'
import { maxMuted, mutedPeople, useMutedPeople } from './muted-people.ts'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { mute, preferences: t } = strings('watch')
const { account, dialog } = strings('common')
const themes = ['auto', 'light', 'dark'] as const

type Props = {
  channelId: string
  /** Whether the viewer moderates the chat: then nothing is muted. */
  isModerator: boolean
  /** Whether the chat has a window of its own, which has no menu. */
  isWindow: boolean
  onClose: () => void
}

/** How this browser shows chats, and the people that the viewer muted in it. */
export default function ChatSettingsDialog({ channelId, isModerator, isWindow, onClose }: Props) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const preferences = useChatPreferences()
  const set = (changed: Partial<ChatPreferences>) => chatPreferences.set({ ...preferences, ...changed })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title}
      closeButtonProps={{ 'aria-label': dialog.close }}
      size="sm"
      centered
    >
      <Stack gap="md">
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t.size}
          </Text>
          <SegmentedControl
            fullWidth
            aria-label={t.size}
            value={preferences.size}
            onChange={(size) => set({ size })}
            data={textSizes.map((value) => ({ value, label: t.sizes[value] }))}
          />
        </div>
        {isWindow && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              {account.theme}
            </Text>
            <SegmentedControl
              fullWidth
              aria-label={account.theme}
              value={colorScheme}
              onChange={(theme) => setColorScheme(theme)}
              data={themes.map((value) => ({ value, label: account.themes[value] }))}
            />
          </div>
        )}
        <Checkbox
          label={t.times}
          checked={preferences.hasTimes}
          onChange={({ currentTarget: { checked } }) => set({ hasTimes: checked })}
        />
        <Checkbox
          label={t.mentions}
          checked={preferences.marksMentions}
          onChange={({ currentTarget: { checked } }) => set({ marksMentions: checked })}
        />
        <Text size="sm" c="dimmed">
          {t.about}
        </Text>
        {isModerator && (
          <div>
            <Text size="sm" fw={500}>
              {t.dock}
            </Text>
            <Text size="sm" c="dimmed" mb={4}>
              {t.dockHint}
            </Text>
            <CopyableText value={`${window.location.origin}/watch/${channelId}/chat`} />
          </div>
        )}
        {!isModerator && <MutedPeople />}
      </Stack>
    </Modal>
  )
}

function MutedPeople() {
  const people = useMutedPeople()
  return (
    <Stack component="section" gap="xs" aria-labelledby="muted">
      <h3 id="muted" className={layout.subtitle}>
        {mute.people}
      </h3>
      <Text size="sm" c="dimmed">
        {people.length === 0 ? mute.none : mute.about(maxMuted)}
      </Text>
      {people.length > 0 && (
        <ul className={`${layout.dense} ${classes.muted}`} aria-label={mute.people}>
          {people.map(({ channelId, channelName }) => (
            <li key={channelId}>
              <bdi>{channelName}</bdi>
              <Button
                variant="default"
                size="xs"
                aria-label={mute.unmuteOf(channelName)}
                onClick={() => mutedPeople.unmute(channelId)}
              >
                {mute.unmute}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
