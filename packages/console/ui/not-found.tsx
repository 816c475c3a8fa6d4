import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { strings } from '../locales/index.ts'
import { ButtonLink } from './links.tsx'
import { PageTitle } from './page-title.tsx'

const { notFound: t } = strings('common')

/** The first page of each place of the site. */
const firstPages = [
  { to: '/watch', text: t.backToWatch },
  { to: '/studio', text: t.backToStudio },
  { to: '/reference', text: t.backToReference },
  { to: '/console/drops', text: t.backToDrops },
  { to: '/console/teams', text: t.backToTeams },
  { to: '/console', text: t.back },
] as const

type Props = { title?: string; about?: string }

/** The same page as the one that the server sends for an unknown address. It leads to the place where the visitor was. */
export function NotFound({ title = t.title, about = t.about }: Props) {
  const { pathname } = useLocation()
  const place = firstPages.find(({ to }) => pathname.startsWith(`${to}/`))
  return (
    <div className="not-found">
      <PageTitle>{title}</PageTitle>
      <p>{about}</p>
      <div>
        {place && <ButtonLink to={place.to}>{place.text}</ButtonLink>}
        <Button component="a" href="/" variant={place ? 'default' : 'filled'}>
          {t.home}
        </Button>
      </div>
    </div>
  )
}
