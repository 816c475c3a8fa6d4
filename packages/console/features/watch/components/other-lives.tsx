import { Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { strings } from '../../../locales/index.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { livesQuery } from '../queries.ts'
import { LiveCards } from './live-cards.tsx'
import classes from '../pages/lives.module.css'

const t = strings('lives')

const shownLives = 6

/** Channels that are live, for the visitors of one that is not. */
export default function OtherLives() {
  const { data } = useInfiniteQuery(livesQuery)
  const lives = data?.pages[0]?.data.slice(0, shownLives) ?? []
  if (lives.length === 0) return null
  return (
    <Stack component="section" gap="md" className={classes.below} aria-labelledby="other-lives">
      <h2 id="other-lives">{t.title}</h2>
      <LiveCards lives={lives} />
      <AnchorLink to="/watch">{t.clear}</AnchorLink>
    </Stack>
  )
}
