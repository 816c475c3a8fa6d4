import { Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { strings } from '../locales/index.ts'
import { AnchorLink } from './links.tsx'
import { PageTitle } from './page-title.tsx'

const { notFound: t } = strings('common')

/** The first page of each place of the site. Addresses of no place belong to the developers. */
const firstPages = [
  { to: '/watch', text: t.backToWatch },
  { to: '/studio', text: t.backToStudio },
  { to: '/console/apps', text: t.back },
] as const

export function NotFound() {
  const { pathname } = useLocation()
  const { to, text } = firstPages.find((page) => pathname.startsWith(`${page.to}/`)) ?? firstPages[2]
  return (
    <Stack>
      <PageTitle>{t.title}</PageTitle>
      <p>
        {t.about} <AnchorLink to={to}>{text}</AnchorLink>
      </p>
    </Stack>
  )
}
