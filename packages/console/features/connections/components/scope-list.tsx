import { Badge, SimpleGrid } from '@mantine/core'
import { splitByAccess } from '@onair/contract/scope-descriptions'
import { strings } from '../../../locales/index.ts'
import { scopeRisk, scopeLabel } from '../../apps/scope-labels.ts'
import layout from '../../../ui/layout.module.css'

const { scopes: t } = strings('connections')

/** Scopes with their descriptions, read and write apart, in the order and words of the consent page. */
export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const { reads, writes } = splitByAccess(scopes)
  return (
    <SimpleGrid minColWidth="min(18rem, 100%)" autoFlow="auto-fit" mt="xs" spacing="xl" className={layout.alignStart}>
      <ScopeGroup title={t.reads} scopes={reads} icon={readIcon} />
      <ScopeGroup title={t.writes} scopes={writes} icon={writeIcon} />
    </SimpleGrid>
  )
}

export function RiskTag() {
  return (
    <Badge color="orange" size="sm">
      {t.risky}
    </Badge>
  )
}

function ScopeGroup({ title, scopes, icon }: { title: string; scopes: readonly string[]; icon: readonly string[] }) {
  if (scopes.length === 0) return null
  return (
    <div>
      <h3 className={layout.subtitle}>{`${title} (${scopes.length})`}</h3>
      <ul className="permissions">
        {scopes.map((scope) => {
          const risk = scopeRisk(scope)
          return (
            <li key={scope} className={risk === undefined ? undefined : 'risky'}>
              <svg viewBox="0 0 20 20" aria-hidden="true" className="icon">
                {(risk === undefined ? icon : warningIcon).map((d) => (
                  <path key={d} d={d} />
                ))}
              </svg>
              {risk === undefined ? (
                <span>{scopeLabel(scope)}</span>
              ) : (
                <>
                  <span>
                    <b>{scopeLabel(scope)}</b> <RiskTag />
                  </span>
                  <p>{risk}</p>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const readIcon = [
  'M1.8 10S4.8 4.6 10 4.6 18.2 10 18.2 10 15.2 15.4 10 15.4 1.8 10 1.8 10z',
  'M10 7.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8',
]
const writeIcon = ['M3 17l.9-3.7L13.6 3.6a1.6 1.6 0 0 1 2.3 0l.5.5a1.6 1.6 0 0 1 0 2.3l-9.7 9.7zM12 5.2l2.8 2.8']
const warningIcon = ['M10 2.8l8 14H2zM10 8v4M10 14.4v.2']
