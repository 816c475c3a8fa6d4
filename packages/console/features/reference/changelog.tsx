import { Anchor, Badge, Stack } from '@mantine/core'
import { Fragment } from 'react'
import changelogKo from '../../../../CHANGELOG.ko.md?raw'
import changelogEn from '../../../../CHANGELOG.md?raw'
import { info } from '../../../../docs/api/openapi.json' with { type: 'json' }
import { isSandbox } from '../../lib/page-settings.ts'
import { language, strings } from '../../locales/index.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { apiChanges, type ChangeKind } from './api-changes.ts'
import { listGroups } from './operations.ts'
import classes from './reference.module.css'

const { changelog: t } = strings('reference')

const days = apiChanges(language === 'ko' ? changelogKo : changelogEn)
const operationIds = new Map(
  listGroups({ isSandbox }).flatMap(({ operations }) =>
    operations.map(({ id, endpoint: { method, path } }) => [`${method} ${path}`, id]),
  ),
)
const dateFormat = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
const colors: Record<ChangeKind, string> = { added: 'teal', changed: 'blue', fixed: 'orange', removed: 'red' }

/** What changed in the API, by day. */
export function ReferenceChangelog() {
  return (
    <Stack gap="lg">
      <div>
        <PageTitle description={t.about}>{t.title}</PageTitle>
        <nav aria-label={t.days} className={classes.jumpList}>
          {days.map(({ date, changes }) => (
            <Anchor key={date} href={`#${date}`} size="sm">
              {dateFormat.format(new Date(date))} <span className={classes.tag}>{t.count(changes.length)}</span>
            </Anchor>
          ))}
        </nav>
      </div>
      {[...Map.groupBy(days, ({ version }) => version)].map(([version, daysOfVersion]) => (
        <Fragment key={version}>
          <h2 className={classes.version}>{version === 'Unreleased' ? t.unreleased(info.version) : version}</h2>
          {daysOfVersion.map(({ date, changes }) => (
            <section key={date} className="card" aria-labelledby={date}>
              <h3 id={date}>{dateFormat.format(new Date(date))}</h3>
              <ul className={classes.changes}>
                {changes.map(({ kind, topic, text }) => (
                  <li key={text}>
                    <Badge color={colors[kind]}>{t.kinds[kind]}</Badge>
                    <div>
                      <b>{topic}</b>
                      <p>
                        <ChangeText text={text} />
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Fragment>
      ))}
    </Stack>
  )
}

/** Parts between backticks are code; that of an operation is a link to its page. */
function ChangeText({ text }: { text: string }) {
  return text.split('`').map((part, index) => {
    if (index % 2 === 0) return part
    const operation = operationIds.get(part)
    if (operation === undefined) return <code key={index}>{part}</code>
    return (
      <AnchorLink key={index} inherit to="/reference/$operation" params={{ operation }}>
        <code>{part}</code>
      </AnchorLink>
    )
  })
}
