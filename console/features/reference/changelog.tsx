import { Stack } from '@mantine/core'
import changelog from '../../../CHANGELOG.md?raw'
import { strings } from '../../locales/index.ts'
import { InlineCode } from '../../ui/inline-code.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { apiChanges } from './api-changes.ts'
import classes from './reference.module.css'

const { changelog: t } = strings('reference')

/** What changed in the API, by version. */
export function ReferenceChangelog() {
  return (
    <Stack gap="lg">
      <PageTitle description={t.about}>{t.title}</PageTitle>
      {apiChanges(changelog).map(({ version, changes }) => (
        <section key={version} className="card" aria-labelledby={version}>
          <h2 id={version}>{version === 'Unreleased' ? t.unreleased : version}</h2>
          <ul className={classes.list} lang="en">
            {changes.map((change) => (
              <li key={change}>
                <InlineCode text={change} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  )
}
