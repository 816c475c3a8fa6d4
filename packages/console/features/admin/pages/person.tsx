import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { dateMinuteFormat } from '../../../lib/time-format.ts'
import { visitorQuery } from '../../../lib/visitor.ts'
import { strings } from '../../../locales/index.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { List, Table } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { DeletePerson } from '../components/delete-person.tsx'
import { Notes } from '../components/notes.tsx'
import { PersonActions } from '../components/person-actions.tsx'
import { PersonLink } from '../components/person-link.tsx'
import { PersonUploads } from '../components/person-uploads.tsx'
import { PersonState } from '../components/person-state.tsx'
import { SuspendButton } from '../components/suspend-button.tsx'
import { personQuery, type Person } from '../queries.ts'

const { person: t } = strings('admin')

/** A person, as the people who run the site see them: what they did, from where, and what can be done. */
export function AdminPerson() {
  const { channelId } = useParams({ from: '/admin/people/$channelId' })
  const query = useQuery(personQuery(channelId))
  const isOperator = useQuery(visitorQuery).data?.siteRole === 'OPERATOR'
  return (
    <QueryBoundary query={query}>
      {(person) => (
        <Stack gap="lg">
          <PageTitle description={person.email}>{person.channelName}</PageTitle>
          <PersonActions person={person} />
          <About person={person} />
          <Notes person={person} />
          <Networks person={person} />
          <PersonUploads channelId={channelId} />
          <Messages person={person} />
          {isOperator && <DeletePerson person={person} />}
        </Stack>
      )}
    </QueryBoundary>
  )
}

function About({ person }: { person: Person }) {
  const {
    channelId,
    createdDate,
    devices,
    emailVerified,
    encoderCut,
    mayStream,
    owns,
    request,
    siteRole,
    streamRequest,
    streamingBlock,
    suspension,
  } = person
  const isOperator = useQuery(visitorQuery).data?.siteRole === 'OPERATOR'
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">{t.about}</h2>
      <Facts>
        {(request !== null || suspension !== null || siteRole !== null || mayStream || streamRequest !== null) && (
          <Fact name={t.state}>
            <PersonState {...person} />
            {suspension?.reason != null && (
              <Text span c="dimmed" ms={8}>
                {suspension.reason}
              </Text>
            )}
          </Fact>
        )}
        {suspension?.shownReason != null && <Fact name={t.shownReason}>{suspension.shownReason}</Fact>}
        {streamingBlock !== null && (
          <Fact name={t.streamingBlock}>{t.blockOf(endOf(streamingBlock), streamingBlock.reason)}</Fact>
        )}
        {devices.known > 0 && <Fact name={t.devices}>{t.deviceCounts(devices)}</Fact>}
        {encoderCut !== null && (
          <Fact name={t.encoder}>
            <Text span c={encoderCut.isOver ? 'red' : undefined}>
              {t.encoderNotCut(encoderCut)}
            </Text>{' '}
            <RelativeTime at={encoderCut.createdDate} />
          </Fact>
        )}
        {request !== null && request.text !== '' && <Fact name={t.request}>{request.text}</Fact>}
        {streamRequest !== null && <Fact name={t.streamRequest}>{streamRequest}</Fact>}
        <Fact name={t.channelId}>
          <code>{channelId}</code>
        </Fact>
        <Fact name={t.since}>
          <RelativeTime at={createdDate} />
        </Fact>
        <Fact name={t.email}>{emailVerified ? t.emailVerified : t.emailNotVerified}</Fact>
        <Fact name={t.owns}>{t.ownCounts(owns)}</Fact>
        <Fact name={t.more}>
          <Link to="/watch/$channelId" params={{ channelId }}>
            {t.channel}
          </Link>
          {' · '}
          <Link to="/admin/reports" search={{ q: channelId }}>
            {t.reports}
          </Link>
          {isOperator && (
            <>
              {' · '}
              <Link to="/admin/audit" search={{ channel: channelId }}>
                {t.audit}
              </Link>
              {' · '}
              <Link to="/admin/cases" search={{ channel: channelId }}>
                {t.cases}
              </Link>
            </>
          )}
        </Fact>
      </Facts>
    </section>
  )
}

function endOf({ endDate }: { endDate: string | null }): string | null {
  return endDate === null ? null : dateMinuteFormat.format(new Date(endDate))
}

function Networks({ person }: { person: Person }) {
  const { networks, sameNetwork } = person
  const all = [person, ...sameNetwork].filter(
    ({ suspension, siteRole, request }) => suspension === null && siteRole === null && request === null,
  )
  return (
    <Stack component="section" gap="sm" aria-labelledby="networks">
      <h2 id="networks">{t.networks}</h2>
      <Table
        items={networks}
        label={t.networks}
        idField="network"
        columns={[t.network, t.lastUse, t.block]}
        hasCards
        empty={t.noNetworks}
      >
        {({ network, lastDate, isBlocked }) => (
          <>
            <th scope="row">{network}</th>
            <td>
              <RelativeTime at={lastDate} />
            </td>
            <td>
              {isBlocked ? (
                t.isBlocked
              ) : (
                <Link to="/admin/networks" search={{ network }}>
                  {t.block}
                </Link>
              )}
            </td>
          </>
        )}
      </Table>
      <h3>{t.sameNetwork}</h3>
      <List items={sameNetwork} label={t.sameNetwork} idField="channelId" empty={t.noSameNetwork}>
        {(other) => (
          <>
            <PersonLink channelId={other.channelId} channelName={other.channelName} />
            <PersonState {...other} />
          </>
        )}
      </List>
      {sameNetwork.length > 0 && (
        <Group>
          <SuspendButton people={all} label={t.suspendSameNetwork} />
        </Group>
      )}
    </Stack>
  )
}

function Messages({ person: { messages } }: { person: Person }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="messages">
      <h2 id="messages">{t.messages}</h2>
      <Table
        items={messages}
        label={t.messages}
        idField="messageId"
        columns={[t.message, t.where, t.when]}
        hasCards
        empty={t.noMessages}
      >
        {({ content, isHidden, toChannelId, toChannelName, createdDate }) => (
          <>
            <th scope="row">
              <bdi>{content}</bdi>{' '}
              {isHidden && (
                <Text span size="sm" c="dimmed">
                  {t.hidden}
                </Text>
              )}
            </th>
            <td>
              <PersonLink channelId={toChannelId} channelName={toChannelName} />
            </td>
            <td>
              <RelativeTime at={createdDate} />
            </td>
          </>
        )}
      </Table>
    </Stack>
  )
}
