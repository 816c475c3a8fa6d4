import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../../../lib/api.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { MessageText } from '../../watch/chat/message-text.tsx'
import type { ReportDetail } from '../queries.ts'

const { report: t } = strings('admin')

/** The snapshot of a reported message, channel or application, as it was at the first report. */
export function ReportedSubject({ report }: { report: ReportDetail }) {
  const { kind, snapshot, channelId, subjectId, reportedDate } = report
  const { content, emojis } = snapshot
  return (
    <section className="card" aria-labelledby="snapshot">
      <h2 id="snapshot">{t.snapshot}</h2>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {t.taken} <RelativeTime at={reportedDate} />
      </Text>
      {content !== null && (
        <Text
          component="blockquote"
          m={0}
          mb="md"
          px="sm"
          py={10}
          bg="var(--color-hover)"
          bdrs="md"
          dir="auto"
          style={{ overflowWrap: 'anywhere' }}
        >
          <MessageText text={content} emojis={emojis} />
        </Text>
      )}
      {kind === 'MESSAGE' && channelId !== null && <HideMessage channelId={channelId} report={report} />}
      <Facts>
        <Fact name={t.names[kind]}>
          <bdi>{snapshot.name}</bdi>
        </Fact>
        {snapshot.sentDate !== null && (
          <Fact name={t.sent}>
            <RelativeTime at={snapshot.sentDate} />
          </Fact>
        )}
        {channelId !== null && (
          <Fact name={kind === 'MESSAGE' ? t.inChatOf : t.channel}>
            <Link to="/watch/$channelId" params={{ channelId }}>
              <bdi>{snapshot.channelName ?? channelId}</bdi>
            </Link>
          </Fact>
        )}
        {snapshot.liveTitle !== null && (
          <Fact name={snapshot.liveId === null ? t.title : t.liveTitle}>
            <bdi>{snapshot.liveTitle}</bdi>
          </Fact>
        )}
        {snapshot.categoryName !== null && (
          <Fact name={t.category}>
            <bdi>{snapshot.categoryName}</bdi>
          </Fact>
        )}
        {snapshot.redirectHost !== null && (
          <Fact name={t.redirectHost}>
            <code>{snapshot.redirectHost}</code>
          </Fact>
        )}
        <Fact name={t.subjectId}>
          <Text span inherit ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {subjectId}
          </Text>
        </Fact>
      </Facts>
    </section>
  )
}

function HideMessage({
  channelId,
  report: { subjectId: messageId, isHidden },
}: {
  channelId: string
  report: ReportDetail
}) {
  const queries = useQueryClient()
  const hide = useMutation({
    mutationFn: () => api(consoleApi.moderation.hideMessage, { pathParams: { channelId, messageId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  })
  return (
    <Group gap="sm" mb="md">
      {isHidden ? (
        <Text size="sm" c="dimmed">
          {t.isHidden}
        </Text>
      ) : (
        <Button size="xs" variant="default" loading={hide.isPending} onClick={() => hide.mutate()}>
          {t.hideMessage}
        </Button>
      )}
      {hide.error !== null && <ErrorAlert error={hide.error} />}
    </Group>
  )
}
