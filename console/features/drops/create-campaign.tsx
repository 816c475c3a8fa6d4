import { Alert, Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { consoleCampaigns, consoleStudio, limits } from '@onair/contract'
import { api } from '../../lib/api.ts'
import { localize, language } from '../../lib/language.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { usePlatformTime } from '../../lib/platform-time.ts'
import layout from '../../ui/layout.module.css'
import classes from './drops.module.css'

type Reward = { key: number; name: string; watchMinutes: number | string }

const dateTimeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

/** Makes a campaign: what for, when, and what people get for how long they watch. */
export function CreateCampaign() {
  const { clientId } = useParams({ from: '/console/drops/$clientId/new' })
  const now = usePlatformTime()
  const [title, setTitle] = useState('')
  const [category, setCategory] = useState<string | null>(null)
  const [startsAt, setStartsAt] = useState('')
  const [endsAt, setEndsAt] = useState('')
  const [rewards, setRewards] = useState<readonly Reward[]>([{ key: 0, name: '', watchMinutes: 60 }])
  const navigate = useNavigate()
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: () =>
      api(consoleCampaigns.createCampaign, {
        pathParams: { clientId },
        body: {
          title,
          categoryId: category ?? '',
          startsDate: toIsoString(startsAt),
          endsDate: toIsoString(endsAt),
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
    create.mutate()
  }
  const updateReward = (key: number, changed: Partial<Reward>) =>
    setRewards(rewards.map((reward) => (reward.key === key ? { ...reward, ...changed } : reward)))
  return (
    <form onSubmit={submit}>
      <Stack gap="lg" maw={680}>
        <div>
          <Link className={layout.backLink} to="/console/drops">
            ← {t.all}
          </Link>
          <PageTitle>{t.title}</PageTitle>
        </div>
        <TextInput
          label={t.name}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={100}
          required
          data-autofocus
        />
        <CategorySelect value={category} onChange={setCategory} />
        <div>
          <div className={classes.twoFields}>
            <TextInput
              type="datetime-local"
              label={t.starts}
              description={t.startsHint}
              value={startsAt}
              onChange={(event) => setStartsAt(event.currentTarget.value)}
            />
            <TextInput
              type="datetime-local"
              label={t.ends}
              description={t.endsHint}
              value={endsAt}
              onChange={(event) => setEndsAt(event.currentTarget.value)}
            />
          </div>
          <p className={`small soft ${layout.spaceAbove}`}>{t.now(dateTimeFormat.format(now))}</p>
        </div>
        <fieldset className={classes.rewards}>
          <legend className={layout.label}>{t.rewards}</legend>
          <p className="small soft">{t.rewardsHint}</p>
          <Stack gap="sm" mt="sm">
            {rewards.map(({ key, name, watchMinutes }, at) => (
              <div key={key} className={classes.reward}>
                <TextInput
                  label={t.reward(at + 1)}
                  value={name}
                  onChange={(event) => updateReward(key, { name: event.currentTarget.value })}
                  maxLength={100}
                  required
                />
                <NumberInput
                  label={t.minutes}
                  value={watchMinutes}
                  onChange={(minutes) => updateReward(key, { watchMinutes: minutes })}
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
                    aria-label={`${t.remove}: ${t.reward(at + 1)}`}
                  >
                    {t.remove}
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
                  {t.add}
                </Button>
              </div>
            )}
          </Stack>
        </fieldset>
        {create.error && (
          <Alert color="red" role="alert" title={t.refused}>
            <ErrorText error={create.error} />
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={create.isPending} disabled={category === null}>
            {t.make}
          </Button>
          <ButtonLink to="/console/drops" variant="default">
            {t.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  )
}

function CategorySelect({ value, onChange }: { value: string | null; onChange: (categoryId: string | null) => void }) {
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search, 200)
  const { data } = useQuery({
    queryKey: ['categories', query],
    queryFn: () => api(consoleStudio.searchCategories, { query: { query } }),
    enabled: query !== '',
    placeholderData: (before) => before,
  })
  return (
    <Select
      label={t.category}
      description={t.categoryHint}
      placeholder={t.categoryExample}
      data={(data?.data ?? []).map(({ categoryId, categoryValue, englishName }) => ({
        value: categoryId,
        label: language === 'ko' ? categoryValue : englishName,
      }))}
      filter={({ options }) => options}
      searchable
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={query === '' ? t.typeFirst : t.noCategory}
      withAsterisk
    />
  )
}

/** What a browser's field of date and time holds is meant in the zone of whoever fills it in. */
function toIsoString(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}

const t = localize({
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
