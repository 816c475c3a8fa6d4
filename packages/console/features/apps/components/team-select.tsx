import { NativeSelect } from '@mantine/core'
import { hasTeamRole } from '@onair/contract'
import { useQuery } from '@tanstack/react-query'
import { strings } from '../../../locales/index.ts'
import { teamsQuery } from '../../teams/queries.ts'

const { register: t } = strings('apps')

/** The team of a new application, or the person alone (empty). Nothing for a person without a team. */
export function TeamSelect({ value, onChange }: { value: string; onChange: (teamId: string) => void }) {
  const { data: teams } = useQuery(teamsQuery)
  const own = teams?.data.filter(({ role }) => hasTeamRole(role, 'DEVELOPER')) ?? []
  if (own.length === 0) return null
  return (
    <NativeSelect
      label={t.team}
      description={t.teamHint}
      value={value}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen)}
      data={[{ value: '', label: t.noTeam }, ...own.map(({ teamId, name }) => ({ value: teamId, label: name }))]}
    />
  )
}
