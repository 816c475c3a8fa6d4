import { Button, NativeSelect, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { ConfirmButton, ConfirmDialog } from '../../../ui/forms/confirm-button.tsx'
import { Table } from '../../../ui/list.tsx'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { FindChannel, type FoundChannel } from './find-channel.tsx'
import layout from '../../../ui/layout.module.css'
import classes from '../pages/studio.module.css'

export type RoleHolder<Role> = { channelId: string; channelName: string; role: Role; since: string }

type TableTexts = Readonly<
  Record<'title' | 'none' | 'person' | 'since' | 'role' | 'action' | 'roleChanged' | 'remove' | 'removeAbout', string> &
    Record<'roleOf' | 'removeOne' | 'removeTitle', (name: string) => string>
> & {
  /** The question before a role is changed. Without it, a choice applies at once. */
  readonly question?: { title: (name: string, role: string) => string; about: string; confirm: string }
}
type AddTexts = Readonly<
  Record<'add' | 'find' | 'already' | 'addIt', string> & Record<'addOne' | 'roleOf', (name: string) => string>
>

type RolesProps<Role extends string, Texts> = {
  roles: { value: Role; label: string }[]
  /** Gives a person a role, or removes it (null). */
  change: (channelId: string, role: Role | null) => Promise<unknown>
  texts: Texts
}

type HoldersProps<Role extends string> = RolesProps<Role, TableTexts & AddTexts> & {
  query: { data: RoleHolder<Role>[] | undefined; error: unknown; refetch: () => unknown }
  /** The role that is chosen for a new person. */
  newRole: Role
  /** Whether the visitor may change roles. */
  canChange?: boolean
  /** The search for people to add. */
  find?: (search: string) => Promise<FoundChannel[]>
  /** The name of a person, with a link. */
  children: (holder: RoleHolder<Role>) => ReactNode
}

/** People with a role: a search that adds further ones, and a table in which a role is changed or removed. */
export function RoleHolders<Role extends string>({
  query,
  newRole,
  canChange = true,
  find,
  children,
  ...options
}: HoldersProps<Role>) {
  const { texts: t } = options
  const isHolder = (id: string) => query.data?.some(({ channelId }) => channelId === id) ?? false
  return (
    <>
      {canChange && (
        <section className="card" aria-labelledby="add">
          <h2 id="add">{t.add}</h2>
          <FindChannel label={t.find} find={find}>
            {(one) =>
              isHolder(one.channelId) ? (
                <Text span size="sm" c="dimmed">
                  {t.already}
                </Text>
              ) : (
                <AddHolder channel={one} newRole={newRole} {...options} />
              )
            }
          </FindChannel>
        </section>
      )}
      <QueryBoundary query={query}>
        {(holders) => (
          <HoldersTable holders={holders} canChange={canChange} {...options}>
            {children}
          </HoldersTable>
        )}
      </QueryBoundary>
    </>
  )
}

/** A table of people with a role, in which a role is changed or removed. */
export function HoldersTable<Role extends string, Holder extends RoleHolder<Role>>({
  holders,
  canChange,
  children,
  ...options
}: RolesProps<Role, TableTexts> & {
  holders: readonly Holder[]
  canChange: boolean
  children: (holder: Holder) => ReactNode
}) {
  const { texts: t } = options
  return (
    <Table
      items={holders}
      label={t.title}
      idField="channelId"
      columns={[t.person, t.since, t.role, ...(canChange ? [t.action] : [])]}
      hasCards
      empty={t.none}
    >
      {(holder) => (
        <>
          <th scope="row">{children(holder)}</th>
          <td data-label={t.since}>
            <RelativeTime at={holder.since} />
          </td>
          {canChange ? (
            <ChangeCells holder={holder} {...options} />
          ) : (
            <td data-label={t.role}>{options.roles.find(({ value }) => value === holder.role)?.label}</td>
          )}
        </>
      )}
    </Table>
  )
}

function AddHolder<Role extends string>({
  channel: { channelId, channelName },
  newRole,
  roles,
  change,
  texts: t,
}: RolesProps<Role, AddTexts> & { channel: FoundChannel; newRole: Role }) {
  const [role, setRole] = useState(newRole)
  const add = useMutation({ mutationFn: (added: Role) => change(channelId, added) })
  return (
    <div className={layout.rowActions}>
      <NativeSelect
        size="xs"
        aria-label={t.roleOf(channelName)}
        value={role}
        onChange={({ currentTarget: { value } }) => setRole(value as Role)}
        data={roles}
      />
      <Button size="xs" loading={add.isPending} onClick={() => add.mutate(role)} aria-label={t.addOne(channelName)}>
        {t.addIt}
      </Button>
      {add.error && <ErrorAlert error={add.error} retry={() => add.mutate(role)} />}
    </div>
  )
}

function ChangeCells<Role extends string>({
  holder: { channelId, channelName, role },
  roles,
  change,
  texts: t,
}: RolesProps<Role, TableTexts> & { holder: RoleHolder<Role> }) {
  const update = useMutation({ mutationFn: (changed: Role) => change(channelId, changed) })
  const [asked, setAsked] = useState<Role | null>(null)
  const choose = (chosen: Role) => (t.question === undefined ? update.mutate(chosen) : setAsked(chosen))
  const labelOf = (sought: Role | null) => roles.find(({ value }) => value === sought)?.label ?? ''
  return (
    <>
      <td data-label={t.role} className={classes.role}>
        <NativeSelect
          size="xs"
          aria-label={t.roleOf(channelName)}
          value={update.isPending ? update.variables : (asked ?? role)}
          onChange={({ currentTarget: { value } }) => choose(value as Role)}
          data={roles}
        />
        <Text size="xs" c="dimmed" role="status">
          {update.isSuccess && t.roleChanged}
        </Text>
        {update.error && asked === null && <ErrorAlert error={update.error} />}
        {t.question !== undefined && (
          <ConfirmDialog
            isOpen={asked !== null}
            onClose={() => setAsked(null)}
            title={t.question.title(channelName, labelOf(asked))}
            confirmLabel={t.question.confirm}
            onConfirm={async () => asked !== null && update.mutateAsync(asked)}
            isDestructive={false}
          >
            {t.question.about}
          </ConfirmDialog>
        )}
      </td>
      <td>
        <ConfirmButton
          label={t.remove}
          ariaLabel={t.removeOne(channelName)}
          title={t.removeTitle(channelName)}
          confirmLabel={t.remove}
          onConfirm={() => change(channelId, null)}
        >
          {t.removeAbout}
        </ConfirmButton>
      </td>
    </>
  )
}
