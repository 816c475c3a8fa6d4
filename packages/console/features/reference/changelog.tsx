import { Anchor, Badge, Group, Stack } from '@mantine/core'
import changesKo from '../../../../docs/api/changes.ko.md?raw'
import changesEn from '../../../../docs/api/changes.md?raw'
import { isSandbox } from '../../lib/page-settings.ts'
import { language, strings } from '../../locales/index.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { apiChanges, type ChangeKind } from './api-changes.ts'
import { listGroups } from './operations.ts'
import classes from './reference.module.css'

const { changelog: t } = strings('reference')

const versions = apiChanges({ ko: changesKo, en: changesEn }[language]).map(({ version, changes }) => ({
  id: `version-${version}`,
  name: version === 'Unreleased' ? t.unreleased : version,
  changes,
}))
const operationIds = new Map(
  listGroups({ isSandbox }).flatMap(({ operations }) =>
    operations.map(({ id, endpoint: { method, path } }) => [`${method} ${path}`, id]),
  ),
)
const colors: Record<ChangeKind, string> = { added: 'teal', changed: 'blue', fixed: 'orange', removed: 'red' }

/** The changes of the API by version. */
export function ReferenceChangelog() {
  return (
    <Stack gap="lg">
      <div>
        <PageTitle description={t.about}>{t.title}</PageTitle>
        <Group component="nav" gap="8px 16px" mt="sm" aria-label={t.versions}>
          {versions.map(({ id, name, changes }) => (
            <Anchor key={id} href={`#${id}`} size="sm">
              {name} <span className={classes.tag}>{t.count(changes.length)}</span>
            </Anchor>
          ))}
        </Group>
      </div>
      {versions.map(({ id, name, changes }) => (
        <section key={id} className="card" aria-labelledby={id}>
          <h2 id={id}>{name}</h2>
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
    </Stack>
  )
}

/** Parts between backticks are code. The code of an operation is a link to its page. */
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
