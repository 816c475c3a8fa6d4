import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi, limits } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { accountQuery } from '../../account/queries.ts'
import { strings } from '../../../locales/index.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { NoticeForm } from '../components/notice-form.tsx'
import { chatSettingsQuery, noticeQuery, type ChatSettings } from '../queries/studio-queries.ts'
import { useStudioChannelId } from '../studio-channel.ts'

const { chat: t } = strings('studio')

const conditions = ['NONE', 'REAL_NAME'] as const
const groups = ['ALL', 'FOLLOWER', 'SUBSCRIBER', 'MANAGER'] as const

/** The notice and the rules of the chat. */
export function StudioChat() {
  const channelId = useStudioChannelId()
  const settings = useQuery(chatSettingsQuery(channelId))
  const noticeResult = useQuery(noticeQuery(channelId))
  return (
    <Stack gap="lg" maw={760}>
      <PageTitle>{t.title}</PageTitle>
      <QueryBoundary query={noticeResult}>
        {({ notice }) => (
          <>
            <section className="card" aria-labelledby="notice">
              <Stack gap="md">
                <h2 id="notice">{t.notice}</h2>
                <NoticeForm notice={notice} />
              </Stack>
            </section>
            <QueryBoundary query={settings}>{(setting) => <ChatSettingsForm setting={setting} />}</QueryBoundary>
          </>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function ChatSettingsForm({ setting }: { setting: ChatSettings }) {
  const canVerify = useQuery(accountQuery).data?.canVerifyIdentity ?? true
  const channelId = useStudioChannelId()
  const queries = useQueryClient()
  const save = async (body: object) => {
    await api(consoleApi.chatSettings.updateChatSettings, { pathParams: { channelId }, body })
    await queries.invalidateQueries(chatSettingsQuery(channelId))
  }
  return (
    <EditForm label={t.rules} savedValues={setting} save={save}>
      {(values, set) => (
        <>
          <div>
            <h2>{t.rules}</h2>
            <Text size="sm" c="dimmed">
              {t.rulesHint}
            </Text>
          </div>
          <NativeSelect
            label={t.group}
            value={values.chatAvailableGroup}
            onChange={(event) =>
              set({ chatAvailableGroup: event.currentTarget.value as ChatSettings['chatAvailableGroup'] })
            }
            data={groups.map((value) => ({ value, label: t.groups[value] }))}
          />
          {values.chatAvailableGroup === 'FOLLOWER' && (
            <>
              <NativeSelect
                label={t.followedFor}
                value={String(values.minFollowerMinute)}
                onChange={(event) => set({ minFollowerMinute: Number(event.currentTarget.value) })}
                data={limits.minFollowerMinutes.map((value) => ({
                  value: String(value),
                  label: t.followMinutes(value),
                }))}
              />
              <Checkbox
                label={t.subscribers}
                checked={values.allowSubscriberInFollowerMode}
                onChange={(event) => set({ allowSubscriberInFollowerMode: event.currentTarget.checked })}
              />
            </>
          )}
          <NativeSelect
            label={t.condition}
            value={values.chatAvailableCondition}
            onChange={(event) =>
              set({ chatAvailableCondition: event.currentTarget.value as ChatSettings['chatAvailableCondition'] })
            }
            description={canVerify ? undefined : t.cannotVerify}
            error={!canVerify && values.chatAvailableCondition === 'REAL_NAME' && t.nobodyCanChat}
            data={conditions.map((value) => ({
              value,
              label: t.conditions[value],
              disabled: value === 'REAL_NAME' && !canVerify && setting.chatAvailableCondition !== value,
            }))}
          />
          <NativeSelect
            label={t.slowMode}
            description={t.slowModeHint}
            value={String(values.chatSlowModeSec)}
            onChange={(event) => set({ chatSlowModeSec: Number(event.currentTarget.value) })}
            data={limits.chatSlowModeSecs.map((value) => ({ value: String(value), label: t.slowModeSeconds(value) }))}
          />
          <Checkbox
            label={t.emoticonMode}
            description={t.emoticonModeHint}
            checked={values.chatEmojiMode}
            onChange={(event) => set({ chatEmojiMode: event.currentTarget.checked })}
          />
        </>
      )}
    </EditForm>
  )
}
