/** Notices of broadcasts: of which channels, and how they arrive. */
export const notices = {
  title: 'Notices of broadcasts',
  about: 'You get a notice a minute after a channel has started, at most one an hour.',
  isOn: 'Notices of broadcasts: on',
  isOff: 'Notices of broadcasts: off',
  start: (name: string) => `When ${name} goes live`,
  unreachable: 'Turn on a way first.',
  ways: 'How they arrive',
  browser: 'In this browser',
  browsers: {
    on: 'Also while this site is closed',
    off: 'Off',
    denied:
      'Blocked by the browser. Open the settings of this site, at the left of the address, and allow notifications there.',
    dismissed: 'The browser has not allowed notices. Turn them on again, and select Allow.',
    unsupported: 'This browser shows no notices. On an iPhone, add this site to the home screen first.',
  },
  mail: 'By mail',
  verify: 'Verify the address to get mails',
  settings: 'All notices',
  channels: 'Channels',
  none: 'Turn the bell of a channel on to get its notices.',
  turnOff: 'Turn off',
  turnOffOf: (name: string) => `Turn off the notices of ${name}`,
}
