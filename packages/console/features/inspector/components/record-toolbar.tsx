import { Button, Group, Menu } from '@mantine/core'
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconX } from '../../../ui/icons.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { appsQuery } from '../../apps/queries.ts'
import type { RecordFilters } from '../queries/records.ts'
import { strings } from '../../../locales/index.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { exportCurl, exportNdjson } from '../export-records.ts'

const { page: t } = strings('inspector')

const apiPath = '/open/v1'

type Props = {
  filters: RecordFilters
  onFilter: (changes: RecordFilters) => void
  /** Null if there is nothing to clear. */
  onClear: (() => void) | null
  newest: number
  isPaused: boolean
  onPause: () => void
}

/** Presets of filters, pause, and export. */
export function RecordToolbar({ filters, onFilter, onClear, newest, isPaused, onPause }: Props) {
  const apps = useQuery(appsQuery({ size: 2 })).data?.data
  const ownApp = apps?.[0]?.clientId
  const presets = [
    { label: t.presets.errors, isOn: filters.status === 'error', on: { status: 'error' }, off: { status: undefined } },
    {
      label: ownApp !== undefined && apps?.length === 1 ? t.presets.missedByApp : t.presets.missed,
      isOn: filters.missed === true,
      on: { missed: true as const, ...(apps?.length === 1 && filters.app === undefined && { app: ownApp }) },
      off: { missed: undefined },
    },
    {
      label: t.presets.apiCalls,
      isOn: filters.name === apiPath,
      on: { name: apiPath },
      off: { name: undefined },
    },
    {
      label: t.presets.sinceNow,
      isOn: filters.since !== undefined,
      on: { since: Math.max(1, newest) },
      off: { since: undefined },
    },
    // If there are several applications, one is chosen in its field. Its place is kept while they are loaded.
    (apps === undefined || apps.length === 1) && {
      label: t.presets.ownApp,
      isOn: ownApp !== undefined && filters.app === ownApp,
      on: { app: ownApp },
      off: { app: undefined },
      isDisabled: ownApp === undefined,
    },
  ].filter((preset) => preset !== false)
  return (
    <Group gap={6} role="group" aria-label={t.tools}>
      {presets.map(({ label, isOn, on, off, isDisabled = false }) => (
        <Button
          key={label}
          size="compact-sm"
          variant={isOn ? 'light' : 'default'}
          aria-pressed={isOn}
          disabled={isDisabled}
          onClick={() => onFilter(isOn ? off : on)}
        >
          {label}
        </Button>
      ))}
      {onClear !== null && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden="true" />}
          onClick={onClear}
        >
          {t.clear}
        </Button>
      )}
      <Group gap={6} ml="auto">
        <Button
          size="compact-sm"
          variant={isPaused ? 'light' : 'default'}
          aria-pressed={isPaused}
          leftSection={
            isPaused ? (
              <IconPlayerPlay size={14} aria-hidden="true" />
            ) : (
              <IconPlayerPause size={14} aria-hidden="true" />
            )
          }
          onClick={onPause}
        >
          {isPaused ? t.resume : t.pause}
        </Button>
        <ExportMenu filters={filters} />
      </Group>
    </Group>
  )
}

function ExportMenu({ filters }: { filters: RecordFilters }) {
  const exportFile = useMutation({ mutationFn: (run: (filters: RecordFilters) => Promise<void>) => run(filters) })
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            loading={exportFile.isPending}
            leftSection={<IconDownload size={14} aria-hidden="true" />}
          >
            {t.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => exportFile.mutate(exportNdjson)}>{t.exportNdjson}</Menu.Item>
          <Menu.Item onClick={() => exportFile.mutate(exportCurl)}>{t.exportCurl}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {exportFile.error && <ErrorAlert error={exportFile.error} />}
    </>
  )
}
