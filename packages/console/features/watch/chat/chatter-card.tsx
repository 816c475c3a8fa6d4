import { Group, Stack, Text } from '@mantine/core'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { consoleApi, type ContentOf } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { Avatar } from '../components/avatar.tsx'
import { MessageText } from './message-text.tsx'
import { ModerationEntry } from './moderation-entry.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { visitorQuery } from '../../../lib/visitor.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PersonFacts } from './person-facts.tsx'
import classes from './chat.module.css'
import layout from '../../../ui/layout.module.css'

const { chatter: t, line, won } = strings('watch')

type Chatter = ContentOf<typeof consoleApi.moderation.getChatter>

export const chatterQuery = (channelId: string, targetChannelId: string) =>
  queryOptions({
    queryKey: ['chatter', channelId, targetChannelId],
    queryFn: () => api(consoleApi.moderation.getChatter, { pathParams: { channelId, targetChannelId } }),
  })

type Props = {
  channelId: string
  targetChannelId: string
  /** The controls below the facts. */
  children: (chatter: Chatter) => ReactNode
}

/** The card of a person for moderators: since when they follow, their restrictions, last messages and moderation. */
export function ChatterCard({ channelId, targetChannelId, children }: Props) {
  const query = useQuery(chatterQuery(channelId, targetChannelId))
  const hasSiteRole = useQuery(visitorQuery).data?.siteRole != null
  return (
    <QueryBoundary query={query}>
      {(chatter) => (
        <Stack gap="sm">
          <Group wrap="nowrap" align="start">
            <Avatar name={chatter.channelName} imageUrl={chatter.channelImageUrl} />
            <ChatterFacts chatter={chatter} />
          </Group>
          {children(chatter)}
          {hasSiteRole && (
            <ButtonLink
              to="/admin/people/$channelId"
              params={{ channelId: targetChannelId }}
              variant="default"
              size="xs"
            >
              {t.openInAdmin}
            </ButtonLink>
          )}
          <h3 className={layout.subtitle}>{t.messages}</h3>
          {chatter.messages.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t.noMessages}
            </Text>
          ) : (
            <Stack component="ul" gap={4} fz="sm" className={classes.history} aria-label={t.messages}>
              {chatter.messages.map((message) => (
                <Group
                  key={message.messageId}
                  component="li"
                  justify="space-between"
                  align="baseline"
                  gap="sm"
                  wrap="nowrap"
                >
                  <q dir="auto" data-hidden={message.isHidden || undefined}>
                    <MessageText text={message.content} emojis={message.emojis} />
                  </q>
                  <Text span size="xs" c="dimmed">
                    {message.isHidden && `${line.hidden.CHAT} · `}
                    <RelativeTime at={message.createdDate} />
                  </Text>
                </Group>
              ))}
            </Stack>
          )}
          {chatter.history.length > 0 && (
            <>
              <h3 className={layout.subtitle}>{t.history}</h3>
              <Stack component="ul" gap={4} fz="sm" className={classes.history} aria-label={t.history}>
                {chatter.history.map((entry) => (
                  <Group
                    key={entry.entryId}
                    component="li"
                    justify="space-between"
                    align="baseline"
                    gap="sm"
                    wrap="nowrap"
                  >
                    <ModerationEntry entry={entry} />
                    <Text span size="xs" c="dimmed">
                      <RelativeTime at={entry.createdDate} />
                    </Text>
                  </Group>
                ))}
              </Stack>
            </>
          )}
        </Stack>
      )}
    </QueryBoundary>
  )
}

function ChatterFacts({ chatter }: { chatter: Chatter }) {
  const { accountCreatedDate, followedDate, subscription, donatedAmount } = chatter
  const { restrictedDate, temporarilyRestrictedUntil } = chatter
  return (
    <Facts>
      <Fact name={t.joined}>
        <RelativeTime at={accountCreatedDate} />
      </Fact>
      <PersonFacts followedDate={followedDate} subscription={subscription} />
      {donatedAmount > 0 && <Fact name={t.donated}>{won(donatedAmount)}</Fact>}
      {temporarilyRestrictedUntil !== null && (
        <Fact name={t.timeoutEnds}>
          <RelativeTime at={temporarilyRestrictedUntil} />
        </Fact>
      )}
      {restrictedDate !== null && (
        <Fact name={t.restricted}>
          <RelativeTime at={restrictedDate} />
        </Fact>
      )}
    </Facts>
  )
}
