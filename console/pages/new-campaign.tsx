import '../parts/drops.css'
import { Alert, Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { consoleCampaigns, consoleStudio, limits } from '@onair/contract'
import { api } from '../api.ts'
import { inLanguage, language } from '../language.ts'
import { ButtonLink } from '../parts/links.tsx'
import { Reason } from '../parts/reason.tsx'
import { Title } from '../parts/title.tsx'
import { usePlatformTime } from '../platform-time.ts'

type Reward = { key: number; name: string; watchMinutes: number | string }

const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

/** Makes a campaign: what for, when, and what people get for how long they watch. */
export function NewCampaign() {
  const { clientId } = useParams({ from: '/console/drops/$clientId/new' })
  const now = usePlatformTime()
  const [title, setTitle] = useState('')
  const [category, setCategory] = useState<string | null>(null)
  const [starts, setStarts] = useState('')
  const [ends, setEnds] = useState('')
  const [rewards, setRewards] = useState<readonly Reward[]>([{ key: 0, name: '', watchMinutes: 60 }])
  const navigate = useNavigate()
  const queries = useQueryClient()
  const make = useMutation({
    mutationFn: () =>
      api(consoleCampaigns.makeCampaign, {
        inPath: { clientId },
        body: {
          title,
          categoryId: category ?? '',
          startsDate: momentOf(starts),
          endsDate: momentOf(ends),
          rewards: rewards.map(({ name, watchMinutes }) => ({ name, watchMinutes: Number(watchMinutes) })),
        },
      }),
    onSuccess: async ({ campaignId }) => {
      await queries.invalidateQueries({ queryKey: ['campaigns'] })
      await navigate({ to: '/console/drops/$clientId/$campaignId', params: { clientId, campaignId } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  const change = (key: number, changed: Partial<Reward>) =>
    setRewards(rewards.map((reward) => (reward.key === key ? { ...reward, ...changed } : reward)))
  return (
    <form onSubmit={submit}>
      <Stack gap="lg" maw={680}>
        <div>
          <Link className="up" to="/console/drops">
            ← {said.all}
          </Link>
          <Title>{said.title}</Title>
        </div>
        <TextInput
          label={said.name}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={100}
          required
          data-autofocus
        />
        <CategoryChoice value={category} onChange={setCategory} />
        <div>
          <div className="two-fields">
            <TextInput
              type="datetime-local"
              label={said.starts}
              description={said.startsHint}
              value={starts}
              onChange={(event) => setStarts(event.currentTarget.value)}
            />
            <TextInput
              type="datetime-local"
              label={said.ends}
              description={said.endsHint}
              value={ends}
              onChange={(event) => setEnds(event.currentTarget.value)}
            />
          </div>
          <p className="small soft after">{said.now(exact.format(now))}</p>
        </div>
        <fieldset className="rewards">
          <legend className="label">{said.rewards}</legend>
          <p className="small soft">{said.rewardsHint}</p>
          <Stack gap="sm" mt="sm">
            {rewards.map(({ key, name, watchMinutes }, at) => (
              <div key={key} className="reward">
                <TextInput
                  label={said.reward(at + 1)}
                  value={name}
                  onChange={(event) => change(key, { name: event.currentTarget.value })}
                  maxLength={100}
                  required
                />
                <NumberInput
                  label={said.minutes}
                  value={watchMinutes}
                  onChange={(minutes) => change(key, { watchMinutes: minutes })}
                  allowDecimal={false}
                  min={0}
                  max={1_000_000}
                  required
                />
                {rewards.length > 1 && (
                  <Button
                    variant="default"
                    size="sm"
                    onClick={() => setRewards(rewards.filter((reward) => reward.key !== key))}
                    aria-label={`${said.remove}: ${said.reward(at + 1)}`}
                  >
                    {said.remove}
                  </Button>
                )}
              </div>
            ))}
            {rewards.length < limits.rewardsPerCampaign && (
              <div>
                <Button
                  variant="default"
                  size="xs"
                  onClick={() =>
                    setRewards([...rewards, { key: (rewards.at(-1)?.key ?? 0) + 1, name: '', watchMinutes: 60 }])
                  }
                >
                  {said.add}
                </Button>
              </div>
            )}
          </Stack>
        </fieldset>
        {make.error && (
          <Alert color="red" role="alert" title={said.refused}>
            <Reason error={make.error} />
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={make.isPending} disabled={category === null}>
            {said.make}
          </Button>
          <ButtonLink to="/console/drops" variant="default">
            {said.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  )
}

function CategoryChoice({ value, onChange }: { value: string | null; onChange: (categoryId: string | null) => void }) {
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed, 200)
  const { data } = useQuery({
    queryKey: ['categories', query],
    queryFn: () => api(consoleStudio.searchCategories, { query: { query } }),
    enabled: query !== '',
    placeholderData: (before) => before,
  })
  return (
    <Select
      label={said.category}
      description={said.categoryHint}
      placeholder={said.categoryExample}
      data={(data?.data ?? []).map(({ categoryId, categoryValue, englishName }) => ({
        value: categoryId,
        label: language === 'ko' ? categoryValue : englishName,
      }))}
      filter={({ options }) => options}
      searchable
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={query === '' ? said.typeFirst : said.noCategory}
      withAsterisk
    />
  )
}

/** What a browser's field of date and time holds is meant in the zone of whoever fills it in. */
function momentOf(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}

const said = inLanguage({
  ko: {
    all: '드롭스',
    title: '캠페인 만들기',
    name: '제목',
    category: '카테고리',
    categoryHint: '이 카테고리의 방송을 본 시간이 쌓입니다. 나중에 바꿀 수 없습니다.',
    categoryExample: '리그 오브 레전드',
    typeFirst: '이름을 써 보세요.',
    noCategory: '그런 카테고리가 없습니다.',
    starts: '시작',
    startsHint: '비우면 지금',
    ends: '끝',
    endsHint: '비우면 끝나지 않음',
    now: (time: string) => `플랫폼의 지금 시각: ${time}`,
    rewards: '보상',
    rewardsHint: '보상마다 몇 분을 보아야 하는지 정합니다. 나중에 바꿀 수 없습니다.',
    reward: (no: number) => `보상 ${no}`,
    minutes: '볼 시간 (분)',
    remove: '빼기',
    add: '보상 더하기',
    refused: '만들지 못했습니다',
    make: '만들기',
    cancel: '취소',
  },
  en: {
    all: 'Drops',
    title: 'Make a campaign',
    name: 'Title',
    category: 'Category',
    categoryHint: 'Time spent watching broadcasts of it counts. It cannot be changed later.',
    categoryExample: 'League of Legends',
    typeFirst: 'Type a name.',
    noCategory: 'No such category.',
    starts: 'Begins',
    startsHint: 'Left empty: now',
    ends: 'Ends',
    endsHint: 'Left empty: never',
    now: (time: string) => `The platform’s time is ${time}`,
    rewards: 'Rewards',
    rewardsHint: 'For how many minutes people must watch to claim each. It cannot be changed later.',
    reward: (no: number) => `Reward ${no}`,
    minutes: 'Minutes to watch',
    remove: 'Remove',
    add: 'Add a reward',
    refused: 'It was not made',
    make: 'Make it',
    cancel: 'Cancel',
  },
})
