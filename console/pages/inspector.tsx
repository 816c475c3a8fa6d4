import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limits, recordKinds } from '@onair/contract'
import { appsQuery } from '../app-queries.ts'
import { isRecordKind, kindWords } from '../inspector/kinds.ts'
import { RecordDetail } from '../inspector/record-detail.tsx'
import { RecordRow } from '../inspector/record-row.tsx'
import { useRecords, type Filters } from '../inspector/records.ts'
import { withoutEmpty } from '../filters.ts'
import { inLanguage, language } from '../language.ts'
import { isSandbox } from '../mode.ts'
import { Failed } from '../parts/failed.tsx'
import { ButtonLink } from '../parts/links.tsx'
import { Loading } from '../parts/loading.tsx'
import { Title } from '../parts/title.tsx'
import { WantedText } from '../parts/wanted-text.tsx'
import '../inspector/inspector.css'

/** Every request, event, frame and notification as it comes, what caused what, and why something did not arrive. */
export function Inspector() {
  const { record, ...filters } = useSearch({ from: '/console/inspector' })
  const navigate = useNavigate({ from: '/console/inspector' })
  const filter = (changed: Filters) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...changed }), replace: true })
  const choose = (position: number | undefined) =>
    void navigate({
      search: ({ record: _record, ...before }) => (position === undefined ? before : { ...before, record: position }),
    })
  return (
    <Stack gap="md">
      <Title about={isSandbox ? said.aboutAll : said.aboutLooked}>{said.title}</Title>
      <Filtering filters={filters} onChange={filter} />
      {filters.app === undefined && !isSandbox ? (
        <p className="card soft">{said.chooseFirst}</p>
      ) : (
        <div className="inspector" data-open={record !== undefined || undefined}>
          <Records
            key={JSON.stringify(filters)}
            filters={filters}
            chosen={record}
            onChoose={choose}
            onFilter={filter}
          />
          {record !== undefined && <RecordDetail app={filters.app} position={record} onChoose={choose} />}
        </div>
      )}
    </Stack>
  )
}

type Changing = { filters: Filters; onChange: (changed: Filters) => void }

function Filtering({ filters, onChange }: Changing) {
  const { data: apps } = useQuery(appsQuery)
  const { app = '', kind = '' } = filters
  const known = apps?.data ?? []
  const options = [
    { value: '', label: isSandbox ? said.everybody : said.choose },
    ...known.map(({ clientId, name }) => ({ value: clientId, label: name })),
    ...(app !== '' && !known.some(({ clientId }) => clientId === app) ? [{ value: app, label: app }] : []),
  ]
  const wanted = (field: Field) => (
    <WantedText
      key={field}
      label={said.fields[field]}
      placeholder={said.examples[field]}
      value={filters[field] ?? ''}
      onChange={(text) => onChange({ [field]: text })}
      form={forms[field]}
    />
  )
  return (
    <section className="card filters" aria-label={said.filters}>
      <NativeSelect
        label={said.app}
        value={app}
        data={options}
        onChange={(event) => onChange({ app: event.currentTarget.value })}
      />
      <NativeSelect
        label={said.kind}
        value={kind}
        data={[
          { value: '', label: said.allKinds },
          ...recordKinds.map((one) => ({ value: one, label: kindWords[one] })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ kind: isRecordKind(value) ? value : undefined })}
      />
      {(['text', 'name', 'status'] as const).map(wanted)}
      <details className="more" open={ofIds.some((field) => filters[field] !== undefined)}>
        <summary className="small soft">{said.more}</summary>
        <div className="filters">{ofIds.map(wanted)}</div>
      </details>
    </section>
  )
}

const ofIds = ['channel', 'session', 'chain'] as const
type Field = 'text' | 'name' | 'status' | 'channel' | 'session' | 'chain'
const forms: Partial<Record<Field, RegExp>> = { status: /^[1-5](\d\d|xx)$/, channel: /^[0-9a-f]{32}$/ }

type Listing = {
  filters: Filters
  chosen: number | undefined
  onChoose: (position: number) => void
  onFilter: (changed: Filters) => void
}

function Records({ filters, chosen, onChoose, onFilter }: Listing) {
  const { records: all, older, error, readOlder } = useRecords(filters)
  const heldAt = useHeldAt(all?.[0]?.position ?? 0)
  const records = all?.filter(({ position }) => position <= heldAt) ?? null
  const fresh = (all?.length ?? 0) - (records?.length ?? 0)
  const isFiltered = Object.keys(filters).some((name) => name !== 'app')
  const isSearched = searched.some((name) => filters[name] !== undefined)
  return (
    <section aria-label={said.list} className="record-list">
      {error !== null && <Failed error={error} />}
      {isSearched && <p className="soft small">{said.searched}</p>}
      <span role="status" className="fresh">
        {fresh > 0 && (
          <Button size="xs" onClick={() => window.scrollTo({ top: 0 })}>
            {said.fresh(fresh)}
          </Button>
        )}
      </span>
      {records === null ? (
        error === null && <Loading />
      ) : records.length === 0 ? (
        <div className="card nothing">
          <h2>{isFiltered ? said.noneFits : said.none}</h2>
          <p className="soft">
            {isSearched && older !== null ? said.searchOn : isFiltered ? said.noneFitsNext : said.noneNext}
          </p>
          {isFiltered ? (
            <Button variant="default" onClick={() => onFilter(nothingWanted)}>
              {said.clear}
            </Button>
          ) : (
            isSandbox && (
              <ButtonLink to="/console/trigger" search={{ act: 'donate' }}>
                {said.donate}
              </ButtonLink>
            )
          )}
        </div>
      ) : (
        <ol className="records card">
          {records.map((record) => (
            <li key={record.position}>
              <RecordRow
                record={record}
                isChosen={record.position === chosen}
                onChoose={() => onChoose(record.position)}
              />
            </li>
          ))}
        </ol>
      )}
      {older !== null && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={() => void readOlder()}>
            {isSearched ? said.searchOlder : said.older}
          </Button>
        </Group>
      )}
    </section>
  )
}

/** What the platform looks for in so many records at a time. */
const searched = ['text', 'name', 'status'] as const
const atATime = new Intl.NumberFormat(language).format(limits.searchedRecords)

const nothingWanted: Filters = {
  kind: undefined,
  name: undefined,
  status: undefined,
  channel: undefined,
  session: undefined,
  chain: undefined,
  text: undefined,
}

const aLittle = 160

/** Up to which position one reads: all, or what was there when one went further down, where new ones would push it away. */
function useHeldAt(newest: number): number {
  const [heldAt, setHeldAt] = useState<number | null>(null)
  useEffect(() => {
    const look = () => setHeldAt((before) => (window.scrollY > aLittle ? (before ?? newest) : null))
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [newest])
  return heldAt ?? Infinity
}

const said = inLanguage({
  ko: {
    title: '인스펙터',
    aboutAll:
      '샌드박스의 이벤트, 소켓 메시지, 웹훅과, 애플리케이션의 모든 요청과 이 페이지들이 바꾸는 일을 보여 줍니다. 이 페이지들이 읽기만 하는 요청은 남기지 않습니다. 비밀은 가려집니다.',
    aboutLooked:
      '이 페이지를 보는 동안 애플리케이션의 요청, 이벤트, 소켓 메시지, 웹훅을 기록합니다. 비밀은 가려집니다.',
    chooseFirst: '애플리케이션을 고르면 기록이 시작됩니다.',
    filters: '거르기',
    more: 'ID로 거르기',
    app: '애플리케이션',
    everybody: '모두',
    choose: '고르세요',
    kind: '종류',
    allKinds: '모두',
    fields: { text: '내용', name: '이름', status: '상태', channel: '채널 ID', session: '세션 키', chain: '체인' },
    examples: { text: '안녕', name: 'chats/send', status: '4xx', channel: '', session: '', chain: '' },
    list: '기록',
    fresh: (count: number) => `새 기록 ${count}개`,
    none: '아직 아무 일도 없습니다',
    noneNext: '봇이 API를 부르거나 누군가 후원하면 바로 여기에 보입니다.',
    noneFits: '맞는 기록이 없습니다',
    noneFitsNext: '조건을 넓히거나, 일어날 때까지 기다리세요.',
    clear: '조건 지우기',
    donate: '후원 보내 보기',
    older: '더 오래된 기록',
    searched: `내용, 이름, 상태는 최근 기록 ${atATime}개씩 찾습니다.`,
    searchOn: '여기까지는 없습니다. 더 오래된 기록에서 이어서 찾거나, 일어날 때까지 기다리세요.',
    searchOlder: '더 오래된 기록에서 찾기',
  },
  en: {
    title: 'Inspector',
    aboutAll:
      'Every event, socket message and webhook of this sandbox, every request of applications, and what these pages change; what these pages only look at is left out. Secrets are hidden.',
    aboutLooked:
      'While you look, the requests, events, socket messages and webhooks of an application are recorded. Secrets are hidden.',
    chooseFirst: 'Choose an application, and recording begins.',
    filters: 'Filters',
    more: 'By id',
    app: 'Application',
    everybody: 'All',
    choose: 'Choose one',
    kind: 'Kind',
    allKinds: 'All',
    fields: {
      text: 'Text',
      name: 'Name',
      status: 'Status',
      channel: 'Channel ID',
      session: 'Session key',
      chain: 'Chain',
    },
    examples: { text: 'hello', name: 'chats/send', status: '4xx', channel: '', session: '', chain: '' },
    list: 'Records',
    fresh: (count: number) => `${count} new`,
    none: 'Nothing happened yet',
    noneNext: 'As soon as your bot calls the API or somebody donates, it shows up here.',
    noneFits: 'No record fits',
    noneFitsNext: 'Ask for more, or wait until it happens.',
    clear: 'Clear the filters',
    donate: 'Send a donation',
    older: 'Older records',
    searched: `Texts, names and statuses are looked for in ${atATime} records at a time, the newest first.`,
    searchOn: 'Not so far. Go on among older records, or wait until it happens.',
    searchOlder: 'Look among older records',
  },
})
