import { Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { consoleApi, ContentOf } from '@onair/contract'
import { omitEmpty } from '../../../lib/search-params.ts'
import { strings } from '../../../locales/index.ts'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { PersonLink } from '../components/person-link.tsx'
import { PersonState } from '../components/person-state.tsx'
import { SuspendButton } from '../components/suspend-button.tsx'
import { peopleQuery } from '../queries.ts'

const { people: t, suspend } = strings('admin')

type PersonRow = ContentOf<typeof consoleApi.admin.listAccounts>['data'][number]

/** The people of the site, newest first, and what can be done with several at once. */
export function AdminPeople() {
  const search = useSearch({ from: '/admin/people' })
  const { q = '', state } = search
  const navigate = useNavigate({ from: '/admin/people' })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery({
    ...peopleQuery({
      ...(q !== '' && { search: q }),
      ...(state !== undefined && { isSuspended: state === 'SUSPENDED' }),
    }),
    placeholderData: keepPreviousData,
  })
  const filter = (changed: typeof search) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changed }), replace: true })
  const shown = query.data?.pages.flatMap(({ data }) => data) ?? []
  const chosenIds = shown.flatMap(({ channelId, suspension }) =>
    chosen.has(channelId) && suspension === null ? [channelId] : [],
  )
  const toggle = (channelId: string) => {
    const next = new Set(chosen)
    if (!next.delete(channelId)) next.add(channelId)
    setChosen(next)
  }
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <Group align="end" gap="md">
        <FilterInput label={t.search} value={q} onChange={(text) => filter({ q: text })} />
        <NativeSelect
          label={t.state}
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            filter({ state: value === 'SUSPENDED' || value === 'ACTIVE' ? value : undefined })
          }
          data={[
            { value: '', label: t.all },
            { value: 'ACTIVE', label: t.active },
            { value: 'SUSPENDED', label: t.suspended },
          ]}
        />
        {chosenIds.length > 0 && <SuspendButton channelIds={chosenIds} label={suspend.several(chosenIds.length)} />}
      </Group>
      <InfiniteTable
        query={query}
        label={t.title}
        idField="channelId"
        columns={[t.choose, t.person, t.email, t.state, t.since]}
        hasCards
        empty={t.none}
      >
        {(person) => (
          <PersonCells
            person={person}
            isChosen={chosen.has(person.channelId)}
            toggle={() => toggle(person.channelId)}
          />
        )}
      </InfiniteTable>
    </Stack>
  )
}

function PersonCells({
  person: { channelId, channelName, email, createdDate, suspension, siteRole },
  isChosen,
  toggle,
}: {
  person: PersonRow
  isChosen: boolean
  toggle: () => void
}) {
  return (
    <>
      <td>
        <Checkbox
          checked={isChosen && suspension === null}
          disabled={suspension !== null}
          onChange={toggle}
          aria-label={t.chooseNamed(channelName)}
        />
      </td>
      <th scope="row">
        <PersonLink channelId={channelId} channelName={channelName} />
      </th>
      <td>
        <Text span inherit c="dimmed">
          {email}
        </Text>
      </td>
      <td>
        <PersonState suspension={suspension} siteRole={siteRole} />
      </td>
      <td>
        <RelativeTime at={createdDate} />
      </td>
    </>
  )
}
