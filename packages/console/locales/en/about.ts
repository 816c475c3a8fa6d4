/** The part of the watch page about the channel itself. */
export const about = {
  title: 'About',
  links: 'Links',
  share: {
    share: 'Share',
    copyAddress: 'Copy the address',
    copyEmbed: 'Copy the code for a website',
    otherApp: 'Share with an app',
    copied: 'Copied',
  },
  embed: {
    notFound: 'There is no such channel.',
    notHere: 'This channel can only be watched on its own page.',
    open: 'Open the channel',
  },
  schedule: {
    title: 'Schedule',
    cancelled: 'Cancelled',
    all: (count: number) => `Show all ${count}`,
    calendar: 'Add to a calendar (iCalendar)',
  },
  nothing: 'No introduction yet.',
  bell: {
    isOn: 'Notices of broadcasts: on',
    isOff: 'Notices of broadcasts: off',
    turnOn: 'Tell me when a broadcast starts',
    turnOff: 'Tell me no more of this channel',
    browserOn: 'Show notices in this browser',
    browserOff: 'Show no notices in this browser',
    unreachable: 'Let this browser show notices, or verify your email address in your account.',
    refused: 'The browser does not allow notices. Allow them in its settings for this site.',
  },
  edit: 'Edit the channel page',
}
