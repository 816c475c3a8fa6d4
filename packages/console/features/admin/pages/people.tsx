import { Alert, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { limits, personStates, type consoleApi, type ContentOf } from '@onair/contract'
import { visitorQuery } from '../../../lib/visitor.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { strings } from '../../../locales/index.ts'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { InfiniteTable } from '../../../ui/list.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import table from '../../../ui/table.module.css'
import { PersonLink } from '../components/person-link.tsx'
import { PersonState } from '../components/person-state.tsx'
import { SignUpDecision } from '../components/sign-up-decision.tsx'
import { StreamRequestDecision } from '../components/stream-request-decision.tsx'
import { StreamingButton } from '../components/streaming-button.tsx'
import { SuspendButton } from '../components/suspend-button.tsx'
import { peopleQuery } from '../queries.ts'

const { people: t, suspend } = strings('admin')

type PersonRow = ContentOf<typeof consoleApi.admin.listAccounts>['data'][number]

const idsOf = (people: readonly PersonRow[]) => people.map(({ channelId }) => channelId)

/** The people of the site, newest first, and what can be done with several at once. */
export function AdminPeople() {
  const search = useSearch({ from: '/admin/people' })
  const { q = '', state } = search
  const navigate = useNavigate({ from: '/admin/people' })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const query = useInfiniteQuery({
    ...peopleQuery({
      ...(q !== '' && { search: q }),
      ...(state !== undefined && { state }),
    }),
    placeholderData: keepPreviousData,
  })
  const filter = (changed: typeof search) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changed }), replace: true })
  const deletedPerson = useLocation({ select: ({ state }) => state.deletedPerson })
  const visitor = useQuery(visitorQuery).data
  const isOperator = visitor?.siteRole === 'OPERATOR'
  /** People who are suspended or refused have no action in bulk; the server refuses those whose role is in the way. */
  const canChoose = ({ channelId, request, siteRole, suspension }: PersonRow) =>
    suspension === null &&
    request?.isRefused !== true &&
    channelId !== visitor?.channelId &&
    (siteRole === null || isOperator)
  const shown = query.data?.pages.flatMap(({ data }) => data) ?? []
  const choosable = shown.filter(canChoose)
  const chosenPeople = choosable.filter(({ channelId }) => chosen.has(channelId))
  const allChosen = choosable.length > 0 && chosenPeople.length === Math.min(choosable.length, limits.peoplePerAction)
  const waiting = idsOf(chosenPeople.filter(({ request }) => request !== null))
  const approved = chosenPeople.filter(({ request }) => request === null)
  const asking = idsOf(approved.filter(({ streamRequest }) => streamRequest !== null))
  const idsToChange = (mayStream: boolean) =>
    idsOf(approved.filter((person) => person.mayStream === mayStream && person.streamRequest === null))
  const toggle = (channelId: string) => {
    const next = new Set(chosen)
    if (!next.delete(channelId)) next.add(channelId)
    setChosen(next)
  }
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      {deletedPerson !== undefined && (
        <Alert color="teal" role="status">
          {t.deleted(deletedPerson)}
        </Alert>
      )}
      <Group align="end" gap="md">
        <FilterInput label={t.search} value={q} onChange={(text) => filter({ q: text })} />
        <NativeSelect
          label={t.state}
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) => filter({ state: personStates.find((one) => one === value) })}
          data={[
            { value: '', label: t.all },
            { value: 'ACTIVE', label: t.active },
            { value: 'WAITING', label: t.waiting },
            { value: 'ASKS_TO_STREAM', label: t.asksToStream },
            { value: 'SUSPENDED', label: t.suspended },
          ]}
        />
        {waiting.length > 0 && <SignUpDecision channelIds={waiting} />}
        {asking.length > 0 && <StreamRequestDecision channelIds={asking} />}
        {isOperator && idsToChange(false).length > 0 && <StreamingButton channelIds={idsToChange(false)} mayStream />}
        {isOperator && idsToChange(true).length > 0 && (
          <StreamingButton channelIds={idsToChange(true)} mayStream={false} />
        )}
        <SuspendButton
          people={approved}
          label={approved.length === 0 ? suspend.suspend : suspend.several(approved.length)}
        />
      </Group>
      {choosable.length > 1 && (
        <Checkbox
          label={t.chooseAll}
          checked={allChosen}
          indeterminate={chosenPeople.length > 0 && !allChosen}
          onChange={() => setChosen(new Set(allChosen ? [] : idsOf(choosable.slice(0, limits.peoplePerAction))))}
        />
      )}
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
            isChosen={chosen.has(person.channelId) && canChoose(person)}
            canChoose={canChoose(person)}
            toggle={() => toggle(person.channelId)}
          />
        )}
      </InfiniteTable>
    </Stack>
  )
}

type CellsProps = { person: PersonRow; isChosen: boolean; canChoose: boolean; toggle: () => void }

function PersonCells({ person, isChosen, canChoose, toggle }: CellsProps) {
  const { channelId, channelName, email, createdDate, request, streamRequest } = person
  const text = request?.text || streamRequest
  return (
    <>
      <td className={table.choice}>
        <Checkbox checked={isChosen} disabled={!canChoose} onChange={toggle} aria-label={t.chooseNamed(channelName)} />
      </td>
      <th scope="row">
        <PersonLink channelId={channelId} channelName={channelName} />
        {text && (
          <Text size="sm" c="dimmed" fw="normal" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
        )}
      </th>
      <td>
        <Text span inherit c="dimmed">
          {email}
        </Text>
      </td>
      <td>
        <PersonState {...person} />
      </td>
      <td>
        <RelativeTime at={createdDate} />
      </td>
    </>
  )
}
