import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { strings } from '../../../locales/index.ts'
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
