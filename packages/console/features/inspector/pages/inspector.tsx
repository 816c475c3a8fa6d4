import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { recordKinds } from '@onair/contract'
import { RecordDetail } from '../components/record-detail.tsx'
import { RecordHistogram, type TimeRange } from '../components/record-histogram.tsx'
import { RecordTable } from '../components/record-table.tsx'
import { RecordToolbar } from '../components/record-toolbar.tsx'
import { useRowPlace } from '../use-row-place.ts'
import { recordFilterPatterns } from '../queries/record-filter-patterns.ts'
import { maxRecords, useRecords, type InspectorRecord, type RecordFilters } from '../queries/records.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { appSearch } from '../../apps/queries.ts'
import { strings } from '../../../locales/index.ts'
import { isSandbox } from '../../../lib/page-settings.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { SearchSelect } from '../../../ui/forms/search-select.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { FilterInput, type TextFormat } from '../../../ui/forms/filter-input.tsx'
import classes from './inspector.module.css'
import layout from '../../../ui/layout.module.css'

const { page: t } = strings('inspector')
const { recordKinds: recordKindLabels } = strings('common')

const searchApps = appSearch()

/** The records as they occur, their traces, and why an event did not arrive. */
export function Inspector() {
  const { record, from, to, ...search } = useSearch({ from: '/console/inspector' })
  const filters = omitEmpty<RecordFilters>(search)
  const navigate = useNavigate({ from: '/console/inspector' })
  const range = useMemo(() => (from === undefined || to === undefined ? null : { from, to }), [from, to])
  const setRange = useCallback(
    (chosen: TimeRange | null) =>
      void navigate({
        search: ({ from: _from, to: _to, ...before }) => ({ ...before, ...chosen }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const filter = (changes: RecordFilters) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changes }), replace: true })
  // A production site has nothing to show if there is no application.
  const clear = () =>
    void navigate({
      search: ({ record: kept, app }) => omitEmpty({ record: kept, ...(!isSandbox && { app }) }),
      replace: true,
    })
  const [lastOpened, setLastOpened] = useState(record)
  const keepPlace = useRowPlace(record)
  const select = (position: number | undefined) => {
    const kept = position ?? record
    if (kept !== undefined) keepPlace(kept)
    if (position !== undefined) setLastOpened(position)
    void navigate({
      search: ({ record: _record, ...before }) => (position === undefined ? before : { ...before, record: position }),
      resetScroll: false,
    })
  }
  return (
    <Stack gap="md">
      <PageTitle description={isSandbox ? t.aboutSandbox : t.aboutProduction}>{t.title}</PageTitle>
      <RecordFilterForm filters={filters} onChange={filter} />
      {filters.app === undefined && !isSandbox ? (
        <Text c="dimmed" className="card">
          {t.chooseFirst}
        </Text>
      ) : (
        <div className={classes.page} data-open={record !== undefined || undefined}>
          <RecordList
            key={JSON.stringify(filters)}
            filters={filters}
            selected={record}
            kept={record ?? lastOpened}
            onSelect={select}
            onFilter={filter}
            onClear={clear}
            range={range}
            onRange={setRange}
          />
          {record !== undefined && <RecordDetail app={filters.app} position={record} onSelect={select} />}
        </div>
      )}
    </Stack>
  )
}

type FilterProps = { filters: RecordFilters; onChange: (changes: RecordFilters) => void }

function RecordFilterForm({ filters, onChange }: FilterProps) {
  const { app, kind = '' } = filters
  // On a phone, where the filters would fill the screen. Without an application there is nothing else to see.
  const [isOpen, setOpen] = useState(app === undefined && !isSandbox)
  const setCount = Object.keys(filters).length
  const filterInput = (field: Field) => (
    <FilterInput
      key={field}
      label={t.fields[field]}
      placeholder={t.examples[field]}
      value={filters[field] ?? ''}
      onChange={(text) => onChange({ [field]: text })}
      format={formats[field]}
    />
  )
  return (
    <section
      className={`card ${layout.filters} ${classes.filters}`}
      aria-label={t.filters}
      data-open={isOpen || undefined}
    >
      <Button
        className={classes.toggle}
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {setCount === 0 ? t.filters : `${t.filters} (${setCount})`}
      </Button>
      <SearchSelect
        label={t.app}
        search={searchApps}
        placeholder={isSandbox ? t.allApps : t.choose}
        value={app ?? null}
        onChange={(chosen) => onChange({ app: chosen?.value })}
        clearable
      />
      <NativeSelect
        label={t.kind}
        value={kind}
        data={[
          { value: '', label: t.allKinds },
          ...recordKinds.map((one) => ({ value: one, label: recordKindLabels[one] })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ kind: recordKinds.find((one) => one === value) })}
      />
      {(['text', 'name', 'status'] as const).map(filterInput)}
      <details className={classes.more} open={idFields.some((field) => filters[field] !== undefined)}>
        <Text component="summary" size="sm" c="dimmed">
          {t.byId}
        </Text>
        <div className={layout.filters}>{idFields.map(filterInput)}</div>
      </details>
    </section>
  )
}

const idFields = ['channel', 'session', 'traceId'] as const
type Field = 'text' | 'name' | 'status' | 'channel' | 'session' | 'traceId'
const formats: { [name in Field]?: TextFormat } = {
  status: { pattern: recordFilterPatterns.status, hint: t.formats.status },
  channel: { pattern: recordFilterPatterns.channel, hint: t.formats.channel },
}

type RecordListProps = {
  filters: RecordFilters
  selected: number | undefined
  /** The record that is or was open. Its row is not removed when it is scrolled away. */
  kept: number | undefined
  onSelect: (position: number | undefined) => void
  onFilter: (changes: RecordFilters) => void
  onClear: () => void
  range: TimeRange | null
  onRange: (range: TimeRange | null) => void
}

function RecordList({ filters, selected, kept, onSelect, onFilter, onClear, range, onRange }: RecordListProps) {
  const [isPaused, setPaused] = useState(false)
  const { records: allRecords, older, isFull, error, loadOlder } = useRecords(filters, { isPaused })
  // A link with a time can need records that are not loaded yet.
  const isRangeLoaded = range === null || Date.parse(allRecords?.at(-1)?.date ?? '') < range.from
  useEffect(() => {
    if (!isRangeLoaded && older !== null) void loadOlder()
  }, [isRangeLoaded, older, loadOlder])
  const newest = allRecords?.[0]?.position ?? 0
  const lastPosition = useScrollFreeze(newest)
  const current = useMemo(
    () => allRecords?.filter(({ position }) => position <= lastPosition) ?? null,
    [allRecords, lastPosition],
  )
  const records = useMemo(() => current?.filter((record) => isInRange(record, range)) ?? null, [current, range])
  const newCount = (allRecords?.length ?? 0) - (current?.length ?? 0)
  const isFiltered = range !== null || Object.keys(filters).some((name) => name !== 'app' || isSandbox)
  const isTextSearch = searchFields.some((name) => filters[name] !== undefined)
  return (
    <section aria-label={t.list} className={classes.list}>
      <RecordToolbar
        filters={filters}
        onFilter={onFilter}
        onClear={isFiltered ? onClear : null}
        newest={newest}
        isPaused={isPaused}
        onPause={() => setPaused(!isPaused)}
      />
      {error !== null && <ErrorAlert error={error} />}
      {isTextSearch && (
        <Text size="sm" c="dimmed">
          {t.searched}
        </Text>
      )}
      <span role="status" className={classes.newRecords}>
        {newCount > 0 && (
          <Button size="xs" onClick={() => window.scrollTo({ top: 0 })}>
            {t.newRecords(newCount)}
          </Button>
        )}
      </span>
      {current !== null && current.length > 1 && <RecordHistogram records={current} range={range} onRange={onRange} />}
      {records === null ? (
        error === null && <Loading />
      ) : records.length === 0 ? (
        <NoRecords isFiltered={isFiltered} canContinue={isTextSearch && older !== null} />
      ) : (
        <RecordTable
          records={records}
          hasMore={older !== null || isFull}
          selected={selected}
          kept={kept}
          onSelect={onSelect}
        />
      )}
      {isFull && (
        <Text size="sm" c="dimmed">
          {t.full(maxRecords)}
        </Text>
      )}
      {older !== null && (
        <Group mt="sm">
          <Button variant="default" size="xs" onClick={() => void loadOlder()}>
            {isTextSearch ? t.searchOlder : t.older}
          </Button>
        </Group>
      )}
    </section>
  )
}

function isInRange({ date }: InspectorRecord, range: TimeRange | null): boolean {
  const at = Date.parse(date)
  return range === null || (at >= range.from && at <= range.to)
}

type NoRecordsProps = { isFiltered: boolean; canContinue: boolean }

function NoRecords({ isFiltered, canContinue }: NoRecordsProps) {
  return (
    <div className={layout.emptyState}>
      <h2>{isFiltered ? t.noMatch : t.none}</h2>
      <Text c="dimmed">{canContinue ? t.continueSearch : isFiltered ? t.noMatchHint : t.noneHint}</Text>
      {!isFiltered && isSandbox && (
        <ButtonLink to="/console/trigger" search={{ action: 'donate' }}>
          {t.donate}
        </ButtonLink>
      )}
    </div>
  )
}

/** The server searches for these in a limited number of records at a time. */
const searchFields = ['text', 'name', 'status', 'missed'] as const

const scrollThresholdPx = 160

/** The last position to show. Scrolled down, new records are held back, because they would move the records that the user reads. */
function useScrollFreeze(newest: number): number {
  const [frozenAt, setFrozenAt] = useState<number | null>(null)
  useEffect(() => {
    const onScroll = () => setFrozenAt((previous) => (window.scrollY > scrollThresholdPx ? (previous ?? newest) : null))
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [newest])
  return frozenAt ?? Infinity
}
