import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import {
  IconCheck,
  IconDeviceDesktop,
  IconGift,
  IconHome,
  IconLogout,
  IconMoon,
  IconPlugConnected,
  IconShield,
  IconSun,
  IconUser,
  IconUsers,
} from '../ui/icons.tsx'
import { Link, useLocation } from '@tanstack/react-router'
import { consoleApi } from '@onair/contract'
import { api } from '../lib/api.ts'
import { language, languageNames, strings } from '../locales/index.ts'
import { AccountLabel, type AccountLabelProps } from './account-label.tsx'

const { account: t } = strings('common')

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** The menu of the signed-in user; of a guest, only theme and language. */
export function AccountMenu({ channelName, imageUrl, isSiteStaff }: AccountLabelProps & { isSiteStaff: boolean }) {
  return (
    <Menu position="bottom-end" width={230} withInitialFocusPlaceholder={false} transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <button type="button" aria-label={channelName === null ? t.settings : t.menu(channelName)}>
          <AccountLabel channelName={channelName} imageUrl={imageUrl} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {channelName !== null && (
          <>
            <Menu.Item component="a" href="/" leftSection={<IconHome {...icon} />}>
              {t.home}
            </Menu.Item>
            <Menu.Item component={Link} to="/account" leftSection={<IconUser {...icon} />}>
              {t.account}
            </Menu.Item>
            <Menu.Item component={Link} to="/connections" leftSection={<IconPlugConnected {...icon} />}>
              {t.connections}
            </Menu.Item>
            <Menu.Item component={Link} to="/watch/drops" leftSection={<IconGift {...icon} />}>
              {t.drops}
            </Menu.Item>
            <Menu.Item component={Link} to="/studio/managed" leftSection={<IconUsers {...icon} />}>
              {t.managed}
            </Menu.Item>
            {isSiteStaff && (
              <Menu.Item component={Link} to="/admin" leftSection={<IconShield {...icon} />}>
                {t.admin}
              </Menu.Item>
            )}
            <Menu.Divider />
          </>
        )}
        <ThemeItems />
        <Menu.Divider />
        <LanguageItems />
        {channelName !== null && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={signOut} leftSection={<IconLogout {...icon} />}>
              {t.signOut}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const themes = [
  { theme: 'auto', Icon: IconDeviceDesktop },
  { theme: 'light', Icon: IconSun },
  { theme: 'dark', Icon: IconMoon },
] as const

function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t.theme}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(theme) => setColorScheme(theme as MantineColorScheme)}>
        {themes.map(({ theme, Icon }) => (
          <Menu.RadioItem key={theme} value={theme} closeMenuOnClick={false} rightSection={<Icon {...icon} />}>
            {t.themes[theme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

/** A change of language reloads the page: the server stores it in a cookie that scripts cannot read. */
function LanguageItems() {
  const { pathname } = useLocation()
  return (
    <>
      <Menu.Label>{t.language}</Menu.Label>
      {languageNames.map(({ code, name }) => (
        <Menu.Item
          key={code}
          component="a"
          lang={code}
          hrefLang={code}
          href={`${pathname}?lang=${code}`}
          aria-current={code === language || undefined}
          rightSection={code === language && <IconCheck {...icon} />}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  )
}

export function signOut() {
  void api(consoleApi.account.signOut).finally(() => window.location.assign('/'))
}
