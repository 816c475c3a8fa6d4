import { Button, Group, Menu, NativeSelect, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { campaignStates, limits, type consoleApi, type ContentOf } from '@onair/contract'
import { appSearch, appsQuery, organizationsQuery } from '../../apps/queries.ts'
import { campaignsQuery, type CampaignFilters } from '../queries.ts'
import { omitEmpty } from '../../../lib/search-params.ts'
import { categoryName } from '../../channels/category-name.ts'
import { language, strings } from '../../../locales/index.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { CampaignStateBadge, useCampaignState } from '../components/campaign-state.tsx'
import { formatPeriod } from '../format-period.ts'
import { CopyableText } from '../../../ui/copyable-text.tsx'
import { SearchSelect } from '../../../ui/forms/search-select.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RewardPicture } from '../components/reward-picture.tsx'
import { usePlatformTime } from '../../../lib/platform-time.ts'
import { InfiniteTable } from '../../../ui/list.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { FilterInput } from '../../../ui/forms/filter-input.tsx'
import { visitorQuery } from '../../../lib/visitor.ts'
import layout from '../../../ui/layout.module.css'
import table from '../../../ui/table.module.css'
import classes from './drops.module.css'

const { list: t, states } = strings('drops')

/** The campaigns of the user's applications with the drops scope, or how to get such an application. */
export function Drops() {
  const apps = useQuery(dropsAppsQuery)
  return (
    <Stack gap="lg">
      <QueryBoundary query={apps}>
        {({ data, totalCount }) =>
          totalCount === 0 ? (
            <>
              <PageTitle description={t.about}>{t.title}</PageTitle>
              <NoDropsApp />
            </>
          ) : (
            <CampaignList onlyApp={totalCount === 1 ? data[0] : undefined} />
          )
        }
      </QueryBoundary>
    </Stack>
  )
}

const dropsAppsQuery = appsQuery({ hasDropsScope: true, size: 1 })
const searchApps = appSearch({ hasDropsScope: true })

type Props = { /** Undefined if the user has several. */ onlyApp: { clientId: string } | undefined }

function CampaignList({ onlyApp }: Props) {
  const filters = useSearch({ from: '/console/drops' })
  const navigate = useNavigate({ from: '/console/drops' })
  const query = useInfiniteQuery(campaignsQuery(filters))
  const filter = (changes: CampaignFilters) =>
    void navigate({ search: (before) => omitEmpty({ ...before, ...changes }), replace: true })
  const isFiltered = Object.keys(filters).length > 0
  const hasAny = query.data?.pages.some(({ data }) => data.length > 0)
  return (
    <>
      <Group justify="space-between" align="start">
        <PageTitle description={t.about}>{t.title}</PageTitle>
        {(hasAny || isFiltered) && <CreateCampaignButton onlyApp={onlyApp} />}
      </Group>
      <section className={layout.filters} aria-label={t.filters} hidden={!hasAny && !isFiltered}>
        <NativeSelect
          label={t.state}
          value={filters.state ?? ''}
          data={[{ value: '', label: t.all }, ...campaignStates.map((one) => ({ value: one, label: states[one] }))]}
          onChange={({ currentTarget: { value } }) => filter({ state: campaignStates.find((one) => one === value) })}
        />
        {!onlyApp && (
          <SearchSelect
            label={t.app}
            placeholder={t.all}
            value={filters.app ?? null}
            onChange={(app) => filter({ app: app?.value })}
            search={searchApps}
            clearable
          />
        )}
        <FilterInput label={t.text} value={filters.text ?? ''} onChange={(text) => filter({ text })} />
      </section>
      <InfiniteTable
        query={query}
        label={t.title}
        idField="campaignId"
        columns={[t.campaign, t.schedule, t.rewards, t.claims, t.open]}
        figureColumns={2}
        hasCards
        empty={
          <div className={layout.emptyState}>
            <h2>{isFiltered ? t.noMatch : t.none}</h2>
            {isFiltered ? (
              <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
                {t.clearFilters}
              </Button>
            ) : (
              <>
                <Text c="dimmed">{t.noneYet}</Text>
                <CreateCampaignButton onlyApp={onlyApp} />
              </>
            )}
          </div>
        }
      >
        {(campaign) => <CampaignCells campaign={campaign} />}
      </InfiniteTable>
    </>
  )
}

type Campaign = ContentOf<typeof consoleApi.campaigns.listCampaigns>['data'][number]

function CampaignCells({ campaign }: { campaign: Campaign }) {
  const { campaignId, clientId, title, appName, isDraft, startsDate, endsDate, rewards, claims, open } = campaign
  const state = useCampaignState(campaign)
  const now = usePlatformTime()
  const isCapped = claims >= limits.listedClaimCountMax
  const format = (count: number) => `${count.toLocaleString(language)}${isCapped ? '+' : ''}`
  return (
    <>
      <th scope="row">
        <Link className={layout.rowTitle} to="/console/drops/$clientId/$campaignId" params={{ clientId, campaignId }}>
          <bdi>{title}</bdi>
        </Link>{' '}
        <CampaignStateBadge isDraft={isDraft} startsDate={startsDate} endsDate={endsDate} />
        <Text component="div" size="xs" c="dimmed">
          <bdi>{appName}</bdi> ·{' '}
          <bdi>{categoryName({ categoryValue: campaign.categoryName, englishName: campaign.categoryEnglishName })}</bdi>
        </Text>
      </th>
      <td data-label={t.schedule}>
        {formatPeriod(campaign, now)}
        {state !== 'DRAFT' && (state === 'SCHEDULED' || endsDate !== null) && (
          <Text component="div" size="xs" c="dimmed">
            {state === 'SCHEDULED' ? (
              <RelativeTime at={startsDate} phrase={t.starts} />
            ) : (
              <RelativeTime at={endsDate} phrase={t.ends} />
            )}
          </Text>
        )}
      </td>
      <td data-label={t.rewards}>
        <Group component="span" display="inline-flex" gap="xs" c="dimmed" className={classes.rewardPictures}>
          {rewards.slice(0, shownPictures).map(
            ({ name, imageUrl }, index) =>
              imageUrl !== null && (
                // Two rewards can have the same name.
                // oxlint-disable-next-line react/no-array-index-key
                <span key={index} title={name}>
                  <RewardPicture imageUrl={imageUrl} name={name} />
                </span>
              ),
          )}
          <span>{t.rewardCount(rewards.length)}</span>
        </Group>
      </td>
      <td data-label={t.claims} className={table.number}>
        {isDraft ? '–' : format(claims)}
      </td>
      <td data-label={t.open} className={table.number}>
        {isDraft ? (
          '–'
        ) : (
          <Text span inherit {...(open > 0 && { c: 'orange', fw: 600 })}>
            {format(open)}
          </Text>
        )}
      </td>
    </>
  )
}

const shownPictures = 4

const listedApps = 20

/** A user with several applications chooses the campaign's application; one with more than are listed, on its own page. */
function CreateCampaignButton({ onlyApp }: Props) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const apps = useQuery({ ...appsQuery({ hasDropsScope: true, size: listedApps }), enabled: isOpen })
  if (onlyApp)
    return (
      <ButtonLink to="/console/drops/$clientId/new" params={{ clientId: onlyApp.clientId }}>
        {t.create}
      </ButtonLink>
    )
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={280} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button>{t.create} ▾</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.whichApp}</Menu.Label>
        {apps.data?.data.map(({ clientId, name }) => (
          <Menu.Item
            key={clientId}
            onClick={() => void navigate({ to: '/console/drops/$clientId/new', params: { clientId } })}
          >
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        {apps.data && apps.data.totalCount > listedApps && (
          <Menu.Item component={Link} to="/console/apps">
            {t.otherApps}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function NoDropsApp() {
  const { data: organizations } = useQuery(organizationsQuery)
  const { data: visitor } = useQuery(visitorQuery)
  if (!organizations || !visitor) return <Loading />
  const [organization] = organizations.data
  if (organization)
    return (
      <div className={layout.emptyState}>
        <h2>{t.noApp}</h2>
        <Text c="dimmed">{t.representative(organization.name)}</Text>
        <ButtonLink to="/console/apps/new">{t.register}</ButtonLink>
      </div>
    )
  const command = `npx onair organization approve my-company --name "My Company" --channel-id ${visitor.channelId}`
  return (
    <div className={layout.emptyState}>
      <h2>{t.noOrganization}</h2>
      <Text c="dimmed">{t.howToGetApproved}</Text>
      <CopyableText value={command} />
      <Text c="dimmed">{t.afterApproval}</Text>
    </div>
  )
}
