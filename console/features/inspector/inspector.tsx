import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limits, recordKinds } from '@onair/contract'
import { appsQuery } from '../../lib/app-queries.ts'
import { isRecordKind, recordKindLabels } from '../../lib/record-kinds.ts'
import { RecordDetail } from './record-detail.tsx'
import { RecordRow } from '../../ui/record-row.tsx'
import { useRecords, type RecordFilters } from '../../lib/records.ts'
import { omitEmpty } from '../../lib/omit-empty.ts'
import { localize, language } from '../../lib/language.ts'
import { isSandbox } from '../../lib/page-settings.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { FilterInput } from '../../ui/filter-input.tsx'
import classes from './inspector.module.css'
import layout from '../../ui/layout.module.css'

/** Every request, event, frame and notification as it comes, what caused what, and why something did not arrive. */
export function Inspector() {
  const { record, ...filters } = useSearch({ from: '/console/inspector' })
  const navigate = useNavigate({ from: '/console/inspector' })
  const filter = (changes: RecordFilters) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changes }), replace: true })
  const select = (position: number | undefined) =>
    void navigate({
      search: ({ record: _record, ...before }) => (position === undefined ? before : { ...before, record: position }),
    })
  return (
    <Stack gap="md">
      <PageTitle about={isSandbox ? t.aboutAll : t.aboutLooked}>{t.title}</PageTitle>
      <RecordFilterForm filters={filters} onChange={filter} />
      {filters.app === undefined && !isSandbox ? (
        <p className="card soft">{t.chooseFirst}</p>
      ) : (
        <div className={classes.page} data-open={record !== undefined || undefined}>
          <RecordList
            key={JSON.stringify(filters)}
            filters={filters}
            selected={record}
            onSelect={select}
            onFilter={filter}
          />
          {record !== undefined && <RecordDetail app={filters.app} position={record} onSelect={select} />}
        </div>
      )}
    </Stack>
  )
}

type FilterProps = { filters: RecordFilters; onChange: (changes: RecordFilters) => void }

function RecordFilterForm({ filters, onChange }: FilterProps) {
  const { data: apps } = useQuery(appsQuery)
  const { app = '', kind = '' } = filters
  const known = apps?.data ?? []
  const options = [
    { value: '', label: isSandbox ? t.everybody : t.choose },
    ...known.map(({ clientId, name }) => ({ value: clientId, label: name })),
    ...(app !== '' && !known.some(({ clientId }) => clientId === app) ? [{ value: app, label: app }] : []),
  ]
  const filterInput = (field: Field) => (
    <FilterInput
      key={field}
      label={t.fields[field]}
      placeholder={t.examples[field]}
      value={filters[field] ?? ''}
      onChange={(text) => onChange({ [field]: text })}
      pattern={patterns[field]}
    />
  )
  return (
    <section className={`card ${layout.filters} ${classes.filters}`} aria-label={t.filters}>
      <NativeSelect
        label={t.app}
        value={app}
        data={options}
        onChange={(event) => onChange({ app: event.currentTarget.value })}
      />
      <NativeSelect
        label={t.kind}
        value={kind}
        data={[
          { value: '', label: t.allKinds },
          ...recordKinds.map((one) => ({ value: one, label: recordKindLabels[one] })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ kind: isRecordKind(value) ? value : undefined })}
      />
      {(['text', 'name', 'status'] as const).map(filterInput)}
      <details className={classes.more} open={idFields.some((field) => filters[field] !== undefined)}>
        <summary className="small soft">{t.more}</summary>
        <div className={layout.filters}>{idFields.map(filterInput)}</div>
      </details>
    </section>
  )
}

const idFields = ['channel', 'session', 'traceId'] as const
type Field = 'text' | 'name' | 'status' | 'channel' | 'session' | 'traceId'
const patterns: Partial<Record<Field, RegExp>> = { status: /^[1-5](\d\d|xx)$/, channel: /^[0-9a-f]{32}$/ }

type RecordListProps = {
  filters: RecordFilters
  selected: number | undefined
  onSelect: (position: number) => void
  onFilter: (changes: RecordFilters) => void
}

function RecordList({ filters, selected, onSelect, onFilter }: RecordListProps) {
  const { records: allRecords, older, error, readOlder } = useRecords(filters)
  const lastPosition = useScrollFreeze(allRecords?.[0]?.position ?? 0)
  const records = allRecords?.filter(({ position }) => position <= lastPosition) ?? null
  const newCount = (allRecords?.length ?? 0) - (records?.length ?? 0)
  const isFiltered = Object.keys(filters).some((name) => name !== 'app')
  const isTextSearch = searchFields.some((name) => filters[name] !== undefined)
  return (
    <section aria-label={t.list} className={classes.list}>
      {error !== null && <ErrorAlert error={error} />}
      {isTextSearch && <p className="soft small">{t.searched}</p>}
      <span role="status" className={classes.newRecords}>
        {newCount > 0 && (
          <Button size="xs" onClick={() => window.scrollTo({ top: 0 })}>
            {t.fresh(newCount)}
          </Button>
        )}
      </span>
      {records === null ? (
        error === null && <Loading />
      ) : records.length === 0 ? (
        <div className={layout.emptyState}>
          <h2>{isFiltered ? t.noneFits : t.none}</h2>
          <p className="soft">
            {isTextSearch && older !== null ? t.searchOn : isFiltered ? t.noneFitsNext : t.noneNext}
          </p>
          {isFiltered ? (
            <Button variant="default" onClick={() => onFilter(noFilters)}>
              {t.clear}
            </Button>
          ) : (
            isSandbox && (
              <ButtonLink to="/console/trigger" search={{ act: 'donate' }}>
                {t.donate}
              </ButtonLink>
            )
          )}
        </div>
      ) : (
        <ol className={`${classes.records} card`}>
          {records.map((record) => (
            <li key={record.position}>
              <RecordRow
                record={record}
                isChosen={record.position === selected}
                onChoose={() => onSelect(record.position)}
              />
            </li>
          ))}
        </ol>
      )}
      {older !== null && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={() => void readOlder()}>
            {isTextSearch ? t.searchOlder : t.older}
          </Button>
        </Group>
      )}
    </section>
  )
}

/** What the platform looks for in so many records at a time. */
const searchFields = ['text', 'name', 'status'] as const
const searchedRecordCount = new Intl.NumberFormat(language).format(limits.recordsPerSearch)

const noFilters: RecordFilters = {
  kind: undefined,
  name: undefined,
  status: undefined,
  channel: undefined,
  session: undefined,
  traceId: undefined,
  text: undefined,
}

const scrollThresholdPx = 160

/** Up to which position one reads: all, or what was there when one went further down, where new ones would push it away. */
function useScrollFreeze(newest: number): number {
  const [frozenAt, setFrozenAt] = useState<number | null>(null)
  useEffect(() => {
    const onScroll = () => setFrozenAt((previous) => (window.scrollY > scrollThresholdPx ? (previous ?? newest) : null))
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [newest])
  return frozenAt ?? Infinity
}

const t = localize({
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
    fields: { text: '내용', name: '이름', status: '상태', channel: '채널 ID', session: '세션 키', traceId: '체인' },
    examples: { text: '안녕', name: 'chats/send', status: '4xx', channel: '', session: '', traceId: '' },
    list: '기록',
    fresh: (count: number) => `새 기록 ${count}개`,
    none: '아직 아무 일도 없습니다',
    noneNext: '봇이 API를 부르거나 누군가 후원하면 바로 여기에 보입니다.',
    noneFits: '맞는 기록이 없습니다',
    noneFitsNext: '조건을 넓히거나, 일어날 때까지 기다리세요.',
    clear: '조건 지우기',
    donate: '후원 보내 보기',
    older: '더 오래된 기록',
    searched: `내용, 이름, 상태는 최근 기록 ${searchedRecordCount}개씩 찾습니다.`,
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
      traceId: 'Chain',
    },
    examples: { text: 'hello', name: 'chats/send', status: '4xx', channel: '', session: '', traceId: '' },
    list: 'Records',
    fresh: (count: number) => `${count} new`,
    none: 'Nothing happened yet',
    noneNext: 'As soon as your bot calls the API or somebody donates, it shows up here.',
    noneFits: 'No record fits',
    noneFitsNext: 'Ask for more, or wait until it happens.',
    clear: 'Clear the filters',
    donate: 'Send a donation',
    older: 'Older records',
    searched: `Texts, names and statuses are looked for in ${searchedRecordCount} records at a time, the newest first.`,
    searchOn: 'Not so far. Go on among older records, or wait until it happens.',
    searchOlder: 'Look among older records',
  },
})
