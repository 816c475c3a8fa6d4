import { useLocation } from '@tanstack/react-router'
import { strings } from '../locales/index.ts'
import { ButtonLink } from './links.tsx'
import { PageTitle } from './page-title.tsx'
import layout from './layout.module.css'

const { notFound: t } = strings('common')

/** The first page of each place of the site. Addresses of no place belong to the developers. */
const firstPages = [
  { to: '/watch', text: t.backToWatch },
  { to: '/studio', text: t.backToStudio },
  { to: '/reference', text: t.backToReference },
  { to: '/console/drops', text: t.backToDrops },
] as const
const developers = { to: '/console/apps', text: t.back } as const

type Props = { title?: string; about?: string }

/** The same text as on the site's page for an unknown address. */
export function NotFound({ title = t.title, about = t.about }: Props) {
  const { pathname } = useLocation()
  const { to, text } = firstPages.find((page) => pathname.startsWith(`${page.to}/`)) ?? developers
  return (
    <div className={layout.message}>
      <PageTitle>{title}</PageTitle>
      <p>{about}</p>
      <ButtonLink to={to} variant="default">
        {text}
      </ButtonLink>
    </div>
  )
}
