import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appsQuery } from '../../lib/app-queries.ts'
import { strings } from '../../locales/index.ts'
import { failureMessage } from '../../lib/failure-messages.ts'
import { reasonMessage, useErrorStrings } from '../../lib/error-message.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { InlineCode } from '../../ui/inline-code.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { explainMissingEvent, listRecords, type Explanation, type InspectorRecord } from '../../lib/records.ts'
import { findTargets, type Target, type TargetGroups } from './delivery-targets.ts'
import type { MissingEventDetails } from '../../locales/en/inspector.ts'
import layout from '../../ui/layout.module.css'
import classes from './inspector.module.css'

const { missingEvent: t, explanations } = strings('inspector')

/** Explains why an event did not arrive at a session or a webhook, and what to do next. */
export function MissingEvent({ app, record }: { app: string | undefined; record: InspectorRecord }) {
  const groups = useTargets(app, record)
  const targets = groups.flatMap((group) => group.targets)
  const [selectedKey, setSelectedKey] = useState('')
  const explain = useMutation({
    mutationFn: ({ app: clientId, sessionKey, to }: Target) =>
      explainMissingEvent(clientId, {
        recordPosition: record.position,
        ...(sessionKey !== undefined && { sessionKey }),
        ...(to !== undefined && { to }),
      }),
  })
  const target = targets.find((one) => targetKey(one) === selectedKey) ?? targets[0]
  const messages = useErrorStrings()
  const withSentences = (details: Explanation['details']): MissingEventDetails => ({
    ...details,
    refusal:
      details.errorReason === null
        ? ''
        : (reasonMessage(details.errorReason, messages) ?? `(${details.errorReason.code})`),
    failure: details.failure === null ? null : failureMessage(details.failure),
  })
  if (target === undefined) return null
  return (
    <section aria-labelledby="why">
      <h3 className={layout.sectionTitle} id="why">
        {t.title}
      </h3>
      <Group align="end" gap="sm">
        <NativeSelect
          label={t.to}
          value={targetKey(target)}
          onChange={(event) => {
            setSelectedKey(event.currentTarget.value)
            explain.reset()
          }}
          data={groups.map(({ group, targets: items }) => ({
            group,
            items: items.map((one) => ({ value: targetKey(one), label: one.label })),
          }))}
        />
        <Button variant="default" loading={explain.isPending} onClick={() => explain.mutate(target)}>
          {t.find}
        </Button>
      </Group>
      <div>
        {explain.error && <ErrorAlert error={explain.error} retry={() => explain.mutate(target)} />}
        {explain.data && (
          <div
            className={classes.explanation}
            data-tone={explain.data.reason === 'SENT' ? 'good' : 'warn'}
            role="alert"
          >
            <Text size="sm">
              {explanations[explain.data.reason].text(withSentences(explain.data.details))}{' '}
              {explain.data.details.date !== null && (
                <Text span inherit>
                  (<RelativeTime at={explain.data.details.date} />)
                </Text>
              )}
            </Text>
            <Text size="sm" className={layout.spaceAbove}>
              <InlineCode text={explanations[explain.data.reason].next} />
            </Text>
            <Text size="xs" c="dimmed" className={layout.spaceAbove}>
              <code>{explain.data.reason}</code>
            </Text>
          </div>
        )}
      </div>
    </section>
  )
}

function targetKey({ app, sessionKey, to }: Target): string {
  return [app, sessionKey, to].join(' ')
}

/** The latest sessions, and any session and the webhook of each application. */
function useTargets(app: string | undefined, record: InspectorRecord): TargetGroups {
  const apps = useQuery(appsQuery)
  const framesQuery = (name: string) => ({
    queryKey: ['records', 'sessions', app, name],
    queryFn: () => listRecords(app, { kind: 'frame', name, size: 100 }),
  })
  const connected = useQuery(framesQuery('SYSTEM connected')).data?.data ?? []
  const closed = useQuery(framesQuery('closed')).data?.data ?? []
  const names = new Map([
    ...connected.map(({ clientId, appName }) => [clientId ?? '', appName ?? ''] as const),
    ...(apps.data?.data ?? []).map(({ clientId, name }) => [clientId, name] as const),
  ])
  const selectedApps = new Map([...names].filter(([clientId]) => app === undefined || clientId === app))
  return findTargets(record.position, { connected, closed, apps: selectedApps })
}
