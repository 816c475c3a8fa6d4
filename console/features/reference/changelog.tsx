import { Anchor, Stack } from '@mantine/core'
import changelogKo from '../../../CHANGELOG.ko.md?raw'
import changelogEn from '../../../CHANGELOG.md?raw'
import { isSandbox } from '../../lib/page-settings.ts'
import { language, strings } from '../../locales/index.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { apiChanges } from './api-changes.ts'
import { listGroups } from './operations.ts'
import classes from './reference.module.css'

const { changelog: t } = strings('reference')

const versions = apiChanges(language === 'ko' ? changelogKo : changelogEn)
const operationIds = new Map(
  listGroups({ isSandbox }).flatMap(({ operations }) =>
    operations.map(({ id, endpoint: { method, path } }) => [`${method} ${path}`, id]),
  ),
)

/** What changed in the API, by version and topic. */
export function ReferenceChangelog() {
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      {versions.map(({ version, topics }) => (
        <section key={version} className="card" aria-labelledby={version}>
          <h2 id={version}>{version === 'Unreleased' ? t.unreleased : version}</h2>
          <nav aria-label={`${t.topics}: ${version}`} className={classes.jumpList}>
            {topics.map(({ name, changes }) => (
              <Anchor key={name} href={`#${topicId(version, name)}`} size="sm">
                {name} <span className={classes.tag}>{changes.length}</span>
              </Anchor>
            ))}
          </nav>
          {topics.map(({ name, changes }) => (
            <div key={name} id={topicId(version, name)} className={classes.changes}>
              <h3>{name}</h3>
              <ul className={classes.list}>
                {changes.map((change) => (
                  <li key={change}>
                    <Change text={change} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </Stack>
  )
}

function topicId(version: string, name: string): string {
  return `${version}-${name}`.toLowerCase().replaceAll(' ', '-')
}

/** Parts between backticks are code; that of an operation is a link to its page. */
function Change({ text }: { text: string }) {
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
