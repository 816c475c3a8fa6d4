import { Button, Group, NumberInput, Progress, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { sandboxPeople, type ContentOf } from '@onair/contract'
import { actNames, bursting, fieldsOf, type Act, type Values } from '@onair/contract/play'
import { beginningOf } from '../act-defaults.ts'
import { actWords } from '../act-words.ts'
import { curlOfAct } from '../acts.ts'
import { api } from '../api.ts'
import { inLanguage } from '../language.ts'
import { isSandbox } from '../mode.ts'
import { ActField, type Person } from '../parts/act-field.tsx'
import { ClockCard } from '../parts/clock-card.tsx'
import { Copied } from '../parts/copied.tsx'
import { Deeds } from '../parts/deeds.tsx'
import { Failed } from '../parts/failed.tsx'
import { Loading } from '../parts/loading.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { Title } from '../parts/title.tsx'
import { usePlay } from '../play.ts'

/** Lets people act and time go by; in a sandbox alone. */
export function Trigger() {
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: () => api(sandboxPeople.overview),
    enabled: isSandbox,
    staleTime: Infinity,
  })
  const people = useQuery({
    queryKey: ['people'],
    queryFn: () => api(sandboxPeople.listPeople),
    enabled: isSandbox,
  })
  if (!isSandbox) return <NotFound />
  const error = overview.error ?? people.error
  if (error) return <Failed error={error} />
  if (!overview.data || !people.data) return <Loading />
  const { people: cast } = overview.data.demo
  const isOfCast = new Set(cast.map(({ channelId }) => channelId))
  // The list ends with those who came last; the cast of the first day is always among those to choose from.
  const others = people.data.data.filter(({ channelId }) => !isOfCast.has(channelId))
  return <Pad overview={overview.data} people={[...cast, ...others]} />
}

type Given = { overview: ContentOf<typeof sandboxPeople.overview>; people: readonly Person[] }

function Pad({ overview, people }: Given) {
  const { act = 'chat' } = useSearch({ from: '/console/trigger' })
  const play = usePlay()
  const [changed, setChanged] = useState<Partial<Record<Act, Values>>>({})
  const values: Values = changed[act] ?? beginningOf(act, overview)
  const [perSecond, setPerSecond] = useState<number | string>(5)
  const [seconds, setSeconds] = useState<number | string>(10)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void play.once(act, values)
  }
  return (
    <Stack gap="lg">
      <Title about={said.about}>{said.title}</Title>
      <div className="pad">
        <nav className="card acts" aria-label={said.acts}>
          {actNames.map((name) => (
            <Link key={name} to="/console/trigger" search={{ act: name }} data-chosen={name === act || undefined}>
              {actWords.acts[name]}
            </Link>
          ))}
        </nav>
        <Stack gap="md">
          <form className="card" onSubmit={submit} aria-labelledby="act">
            <Stack gap="md">
              <h2 id="act">{actWords.acts[act]}</h2>
              {fieldsOf(act).map((asking) => (
                <ActField
                  key={`${act} ${asking.field}`}
                  asking={asking}
                  value={values[asking.field]}
                  people={people}
                  onChange={(value) => setChanged({ ...changed, [act]: { ...values, [asking.field]: value } })}
                />
              ))}
              <Group>
                <Button type="submit">{said.once}</Button>
                <Copied value={curlOfAct(act, values, overview.baseUrl)} shown="curl …" />
              </Group>
              {bursting.has(act) && (
                <fieldset className="burst">
                  <legend>{said.burst}</legend>
                  <Group align="end" gap="sm">
                    <NumberInput
                      label={said.perSecond}
                      value={perSecond}
                      onChange={setPerSecond}
                      min={1}
                      max={50}
                      w={130}
                    />
                    <NumberInput label={said.seconds} value={seconds} onChange={setSeconds} min={1} max={60} w={130} />
                    {play.running === null ? (
                      <Button
                        variant="default"
                        onClick={() =>
                          play.burst(act, values, { perSecond: whole(perSecond, 50), seconds: whole(seconds, 60) })
                        }
                      >
                        {said.start}
                      </Button>
                    ) : (
                      <Button color="red" onClick={play.stop}>
                        {said.stop}
                      </Button>
                    )}
                  </Group>
                  {play.running && (
                    <Progress.Root mt="sm">
                      <Progress.Section
                        value={(100 * play.running.done) / play.running.of}
                        aria-label={`${play.running.done} / ${play.running.of}`}
                      />
                    </Progress.Root>
                  )}
                </fieldset>
              )}
            </Stack>
          </form>
          <Deeds deeds={play.deeds} />
        </Stack>
        <ClockCard />
      </div>
    </Stack>
  )
}

function whole(given: number | string, most: number): number {
  return typeof given === 'number' ? Math.min(most, Math.max(1, Math.round(given))) : 1
}

const said = inLanguage({
  ko: {
    title: '트리거 패드',
    about: '여기서 하는 일은 모두 진짜입니다. 같은 코드가 같은 이벤트를 만들고, 채널의 규칙도 그대로 적용됩니다.',
    acts: '할 일',
    once: '실행',
    burst: '여러 번',
    perSecond: '1초에 몇 번',
    seconds: '몇 초 동안',
    start: '시작',
    stop: '멈추기',
  },
  en: {
    title: 'Trigger pad',
    about: 'What is done here is real: the same code makes the same events, and the rules of the channel hold.',
    acts: 'Acts',
    once: 'Do it',
    burst: 'Many times',
    perSecond: 'Times a second',
    seconds: 'Seconds',
    start: 'Begin',
    stop: 'Stop',
  },
})
