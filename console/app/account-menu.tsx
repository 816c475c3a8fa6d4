import { Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../lib/api.ts'
import { strings } from '../locales/index.ts'
import classes from './shell.module.css'
import layout from '../ui/layout.module.css'

const { account: t } = strings('common')

/** The menu of the signed-in user. */
export function AccountMenu({ channelName }: { channelName: string }) {
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <UnstyledButton className={classes.accountName} aria-label={t.menu(channelName)}>
          <bdi>{channelName}</bdi>
          <svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true" className={layout.icon}>
            <path d="M6 9.5l6 6 6-6" />
          </svg>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href="/">
          {t.home}
        </Menu.Item>
        <Menu.Item component={Link} to="/account">
          {t.account}
        </Menu.Item>
        <Menu.Item component={Link} to="/connections">
          {t.connections}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={signOut}>{t.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function signOut() {
  void api(consoleApi.studio.signOut).finally(() => window.location.assign('/'))
}
