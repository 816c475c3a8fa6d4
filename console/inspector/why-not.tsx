import { Button, Group, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appsQuery } from '../app-queries.ts'
import { inLanguage } from '../language.ts'
import { sentenceOfWhy } from '../refused.ts'
import { useRefusalWords } from '../refusals/words.ts'
import { Failed } from '../parts/failed.tsx'
import { Moment } from '../parts/moment.tsx'
import { askWhyNot, readRecords, type Explained, type Shown } from './records.ts'
import { targetsOf, type Target, type Targets } from './targets.ts'
import { whyWords } from './why-words.ts'

/** Why an event did not come to a session or a webhook, in words, and what to do next. */
export function WhyNot({ app, record }: { app: string | undefined; record: Shown }) {
  const groups = useTargets(app, record)
  const targets = groups.flatMap((group) => group.targets)
  const [chosen, setChosen] = useState('')
  const why = useMutation({
    mutationFn: ({ app: of, sessionKey, to }: Target) =>
      askWhyNot(of, {
        recordPosition: record.position,
        ...(sessionKey !== undefined && { sessionKey }),
        ...(to !== undefined && { to }),
      }),
  })
  const target = targets.find((one) => keyOf(one) === chosen) ?? targets[0]
  const words = useRefusalWords()
  const refusalIn = ({ why, said }: Explained['details']) => (why && sentenceOfWhy(why, words)) ?? `(${said})`
  if (target === undefined) return null
  return (
    <section className="why" aria-labelledby="why">
      <h3 className="part" id="why">
        {said.title}
      </h3>
      <Group align="end" gap="sm">
        <NativeSelect
          label={said.to}
          value={keyOf(target)}
          onChange={(event) => {
            setChosen(event.currentTarget.value)
            why.reset()
          }}
          data={groups.map(({ group, targets: items }) => ({
            group,
            items: items.map((one) => ({ value: keyOf(one), label: one.label })),
          }))}
        />
        <Button variant="default" loading={why.isPending} onClick={() => why.mutate(target)}>
          {said.ask}
        </Button>
      </Group>
      <div>
        {why.error && <Failed error={why.error} again={() => why.mutate(target)} />}
        {why.data && (
          <div className="because" data-tone={why.data.reason === 'SENT' ? 'good' : 'warn'} role="alert">
            <b className="small">{why.data.reason}</b>
            <p className="small">
              {whyWords[why.data.reason].why(why.data.details, refusalIn(why.data.details))}{' '}
              {why.data.details.date !== null && (
                <span className="soft">
                  (<Moment at={why.data.details.date} />)
                </span>
              )}
            </p>
            <p className="small after">{whyWords[why.data.reason].next}</p>
          </div>
        )}
      </div>
    </section>
  )
}

function keyOf({ app, sessionKey, to }: Target): string {
  return [app, sessionKey, to].join(' ')
}

/** Where it could have come: the sessions of late, and any session and the webhook of each application. */
function useTargets(app: string | undefined, record: Shown): Targets {
  const apps = useQuery(appsQuery)
  const frames = (name: string) => ({
    queryKey: ['records', 'sessions', app, name],
    queryFn: () => readRecords(app, { kind: 'frame', name, size: 100 }),
  })
  const connected = useQuery(frames('SYSTEM connected')).data?.data ?? []
  const closed = useQuery(frames('closed')).data?.data ?? []
  const names = new Map([
    ...connected.map(({ clientId, appName }) => [clientId ?? '', appName ?? ''] as const),
    ...(apps.data?.data ?? []).map(({ clientId, name }) => [clientId, name] as const),
  ])
  const wanted = new Map([...names].filter(([clientId]) => app === undefined || clientId === app))
  return targetsOf(record.position, { connected, closed, apps: wanted })
}

const said = inLanguage({
  ko: {
    title: '왜 오지 않았나요?',
    to: '어디에',
    ask: '이유 찾기',
  },
  en: { title: 'Why not?', to: 'To', ask: 'Find out' },
})
