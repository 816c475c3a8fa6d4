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
    turnOn: 'Get a mail when a broadcast starts',
    turnOff: 'Get no more mails when a broadcast starts',
    notVerified: 'To get mails, verify your email address in your account.',
  },
  edit: 'Edit the channel page',
}
