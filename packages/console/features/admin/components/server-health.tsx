import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { consoleApi, ContentOf, SiteProblem } from '@onair/contract'
import { formatTimePhrase } from '../../../lib/time-phrase.ts'
import { language, strings } from '../../../locales/index.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { sizeOf } from '../format-size.ts'
import classes from './server-health.module.css'

const { overview: t } = strings('admin')
const { time } = strings('common')

const number = new Intl.NumberFormat(language)
const ago = (sec: number) => formatTimePhrase(time.relative, -sec * 1_000, language)

type Props = Pick<
  ContentOf<typeof consoleApi.admin.getSiteOverview>,
  | 'version'
  | 'waiting'
  | 'databaseBytes'
  | 'recordingBytes'
  | 'pictureBytes'
  | 'freeBytes'
  | 'hasRedis'
  | 'processes'
  | 'missingRoles'
  | 'lastBackupDate'
  | 'lastBackupCopyDate'
  | 'problems'
>

/** The parts of the server, one line each: in red with a sentence where an operator must do something. */
export function ServerHealth({ waiting, processes, problems, ...server }: Props) {
  const { deliveries, oldestDeliverySec, mails, oldestMailSec } = waiting
  const sentenceOf = (problem: SiteProblem) => problems.includes(problem) && t.problems[problem]
  const waitingOf = (count: number, sec: number) => (sec > 0 ? `${number.format(count)} · ${t.due(ago(sec))}` : count)
  return (
    <section className="card" aria-labelledby="server">
      <h2 id="server">{t.server}</h2>
      <dl className={classes.lines}>
        <Line name={t.database}>{`${t.works} · ${sizeOf(server.databaseBytes)}`}</Line>
        <Line name="Redis" problem={sentenceOf('REDIS_DOWN')}>
          {server.hasRedis ? !problems.includes('REDIS_DOWN') && t.works : t.unused}
        </Line>
        {server.missingRoles.map((role) => (
          <Line key={role} name={role} problem={t.problems.ROLE_MISSING}>
            {null}
          </Line>
        ))}
        {processes.map(({ name, roles, version, isBusUp, seenSec, isSilent }) => (
          <Line
            key={name}
            name={name}
            problem={isSilent ? t.problems.PROCESS_SILENT : !isBusUp && t.problems.REDIS_DOWN}
          >
            {`${roles.join(', ')} · ${version} · ${t.seen(ago(seenSec))}`}
          </Line>
        ))}
        <Line name={t.version} problem={sentenceOf('VERSIONS_DIFFER')}>
          {server.version}
        </Line>
        <Line name={t.deliveries} problem={sentenceOf('DELIVERIES_LATE')}>
          {waitingOf(deliveries, oldestDeliverySec)}
        </Line>
        <Line name={t.mails} problem={sentenceOf('MAILS_LATE')}>
          {waitingOf(mails, oldestMailSec)}
        </Line>
        <Line name={t.recordings} problem={sentenceOf('DISK_FULL')}>
          {sizeOf(server.recordingBytes)}
          {server.freeBytes !== null && ` · ${t.free(sizeOf(server.freeBytes))}`}
        </Line>
        <Line name={t.pictures}>{sizeOf(server.pictureBytes)}</Line>
        <Line name={t.backup} problem={sentenceOf('BACKUP_OLD')}>
          <RelativeTime at={server.lastBackupDate} />
        </Line>
        {server.lastBackupCopyDate !== null && (
          <Line name={t.backupCopy} problem={sentenceOf('BACKUP_COPY_OLD')}>
            <RelativeTime at={server.lastBackupCopyDate} />
          </Line>
        )}
      </dl>
    </section>
  )
}

function Line({ name, problem = false, children }: { name: string; problem?: string | false; children: ReactNode }) {
  return (
    <div data-bad={problem !== false || undefined}>
      <dt>{name}</dt>
      <dd>
        {children}
        {problem !== false && <Text size="sm">{problem}</Text>}
      </dd>
    </div>
  )
}
