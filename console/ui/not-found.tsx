import { Stack } from '@mantine/core'
import { strings } from '../locales/index.ts'
import { AnchorLink } from './links.tsx'
import { PageTitle } from './page-title.tsx'

const { notFound: t } = strings('common')

export function NotFound() {
  return (
    <Stack>
      <PageTitle>{t.title}</PageTitle>
      <p>
        {t.about} <AnchorLink to="/console/apps">{t.back}</AnchorLink>
      </p>
    </Stack>
  )
}
