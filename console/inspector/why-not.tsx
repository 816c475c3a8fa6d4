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
import { whyWords } from './why-words.ts'

type Target = { label: string; app: string; sessionKey?: string; to?: 'WEBHOOK' }

/** Why an event did not come to a session or a webhook, in words, and what to do next. */
export function WhyNot({ app, record }: { app: string | undefined; record: Shown }) {
  const targets = useTargets(app)
  const [chosen, setChosen] = useState(0)
  const why = useMutation({
    mutationFn: ({ app: of, sessionKey, to }: Target) =>
      askWhyNot(of, {
        recordPosition: record.position,
        ...(sessionKey !== undefined && { sessionKey }),
        ...(to !== undefined && { to }),
      }),
  })
  const words = useRefusalWords()
  const target = targets[chosen] ?? targets[0]
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
          value={String(chosen)}
          onChange={(event) => {
            setChosen(Number(event.currentTarget.value))
            why.reset()
          }}
          data={targets.map(({ label }, nth) => ({ value: String(nth), label }))}
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

/** Where it could have come: any session and the webhook of each application, and the sessions of late. */
function useTargets(app: string | undefined): Target[] {
  const apps = useQuery(appsQuery)
  const sessions = useQuery({
    queryKey: ['records', 'sessions', app],
    queryFn: () => readRecords(app, { kind: 'frame', name: 'SYSTEM connected', size: 50 }),
  })
  const connected = sessions.data?.data ?? []
  const names = new Map([
    ...connected.map(({ clientId, appName }) => [clientId ?? '', appName ?? ''] as const),
    ...(apps.data?.data ?? []).map(({ clientId, name }) => [clientId, name] as const),
  ])
  const wanted = [...names].filter(([clientId]) => app === undefined || clientId === app)
  return [
    ...connected.flatMap(({ sessionKey, clientId, appName }) =>
      sessionKey === null || clientId === null
        ? []
        : [{ label: `${appName} · ${said.session} ${sessionKey.slice(0, 8)}`, app: clientId, sessionKey }],
    ),
    ...wanted.flatMap(([clientId, name]): Target[] => [
      { label: `${name} · ${said.any}`, app: clientId },
      { label: `${name} · ${said.webhook}`, app: clientId, to: 'WEBHOOK' },
    ]),
  ]
}

const said = inLanguage({
  ko: {
    title: '왜 오지 않았나요?',
    to: '어디에',
    ask: '이유 찾기',
    session: '세션',
    any: '아무 세션',
    webhook: '웹훅',
  },
  en: { title: 'Why not?', to: 'To', ask: 'Find out', session: 'session', any: 'any session', webhook: 'webhook' },
})
