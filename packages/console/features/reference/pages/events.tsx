import { SegmentedControl, Stack, Text } from '@mantine/core'
import { systemMessage, webhooks } from '@onair/contract'
import { openGroups } from '@onair/contract/groups'
import examples from '@onair/contract/reference/event-examples.json' with { type: 'json' }
import { headerPrefix } from '@onair/contract/reference/operations'
import { sessionMessages } from '@onair/contract/reference/session-messages'
import { useState } from 'react'
import { strings } from '../../../locales/index.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { InlineCode } from '../../../ui/inline-code.tsx'
import { EventList } from '../components/event-list.tsx'
import { RequiredCredentials } from '../components/required-credentials.tsx'
import { ValueTable } from '../components/value-table.tsx'
import classes from '../reference.module.css'

const { events: t } = strings('reference')

/** The events of sessions, and the webhooks. */
export function ReferenceEvents() {
  return (
    <Stack gap="xl" className={classes.wide}>
      <div>
        <PageTitle description={t.about}>{t.title}</PageTitle>
        <EventList />
      </div>
      {Object.entries(sessionMessages).map(([name, { payload }]) => (
        <section key={name} id={name} className="card">
          <h2>
            <code>{name}</code>
          </h2>
          <Text size="sm">
            <InlineCode text={t.messages[name as keyof typeof sessionMessages]} />
          </Text>
          {name !== 'SYSTEM' && <Subscription operation={subscribeOperations[name as SubscribedEvent]} />}
          {name === 'SYSTEM' ? (
            <SystemMessages />
          ) : (
            <div className={classes.columnPage}>
              <Example name={name as keyof typeof examples} />
              <ValueTable title={t.payload} owner={name} schema={payload} isResponse />
            </div>
          )}
        </section>
      ))}
      {Object.entries(webhooks).map(([name, { headers, body }]) => (
        <section key={name} id={name} className="card">
          <h2>
            <code>{name}</code>
          </h2>
          <Text size="sm">{t.webhook}</Text>
          <Text size="sm">
            <AnchorLink to="/reference/signature">{t.signature}</AnchorLink>
          </Text>
          <div className={classes.columnPage}>
            <Example name={name as keyof typeof examples} />
            <div>
              <ValueTable title={t.headers(headerPrefix)} owner={name} schema={headers} isResponse />
              <ValueTable title={t.body} owner={name} schema={body} isResponse />
            </div>
          </div>
        </section>
      ))}
    </Stack>
  )
}

type SubscribedEvent = Exclude<keyof typeof sessionMessages, 'SYSTEM'>

/** The operations that subscribe a session to the events. */
const subscribeOperations = {
  CHAT: 'subscribeChat',
  DONATION: 'subscribeDonation',
  SUBSCRIPTION: 'subscribeSubscription',
} as const satisfies Record<SubscribedEvent, keyof typeof openGroups.Session>

function Subscription({ operation }: { operation: (typeof subscribeOperations)[SubscribedEvent] }) {
  const { auth, method, path } = openGroups.Session[operation]
  return (
    <>
      <Text size="sm" mt="xs">
        {t.subscribe}{' '}
        <AnchorLink inherit to="/reference/$operation" params={{ operation: `session.${operation}` }}>
          <code>
            {method} {path}
          </code>
        </AnchorLink>
      </Text>
      <RequiredCredentials auth={auth} />
    </>
  )
}

const systemTypes = ['connected', 'subscribed', 'unsubscribed', 'revoked'] as const
type SystemType = (typeof systemTypes)[number]

/** The payload of each type of SYSTEM. Those about a subscription differ in their type only. */
function SystemMessages() {
  const [type, setType] = useState<SystemType>('connected')
  const [connected, aboutSubscription] = systemMessage.anyOf
  const isConnected = type === 'connected'
  const example = isConnected ? { type, data: { sessionKey: exampleSessionKey } } : { ...examples.SYSTEM, type }
  return (
    <>
      <SegmentedControl
        mt="sm"
        size="xs"
        aria-label={t.systemType}
        value={type}
        onChange={setType}
        data={systemTypes.map((one) => ({ value: one, label: one }))}
      />
      <div className={classes.columnPage}>
        <Stack gap="md" className={classes.example}>
          <h3>{t.example}</h3>
          <CodeBlock text={JSON.stringify(example, null, 2)} label={`${t.example}: SYSTEM ${type}`} language="json" />
        </Stack>
        <ValueTable title={t.payload} owner="SYSTEM" schema={isConnected ? connected : aboutSubscription} isResponse />
      </div>
    </>
  )
}

const exampleSessionKey = '7b1c5a52-8f0e-4f0b-9a53-2d1f0f8c4e61'

/** A message that a test received from this platform. */
function Example({ name }: { name: keyof typeof examples }) {
  return (
    <Stack gap="md" className={classes.example}>
      <h3>{t.example}</h3>
      <CodeBlock text={JSON.stringify(examples[name], null, 2)} label={`${t.example}: ${name}`} language="json" />
    </Stack>
  )
}
