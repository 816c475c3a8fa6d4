import { limits } from '@onair/contract'

/** The page of the studio about the channel page. */
export const profile = {
  title: 'Channel page',
  about: 'What viewers see of your channel, also while you are not live.',
  open: 'Open the channel page',
  picture: {
    title: 'Picture',
    about: 'It stands beside your name on the whole site and in applications.',
    choose: 'Choose a picture',
    change: 'Change the picture',
    remove: 'Remove',
    crop: 'Choose the section',
    cropHint: 'Drag the picture, or use the arrow keys.',
    zoom: 'Zoom',
    save: 'Save the picture',
    notAPicture: 'This file is not a picture that the browser can read. Choose a PNG or a JPEG.',
  },
  handle: {
    title: 'Short address',
    label: 'Address',
    hint: `${limits.handleLengthMin} to ${limits.handleLength} letters of the English alphabet, digits or underscores. It is easy to say on air.`,
    kept: `The address before leads to your channel for ${limits.handleKeptDays} days. Until then you can take it again, but no third one.`,
    former: (handle: string, date: string) => `@${handle} leads here until ${date}.`,
    copy: 'Your address',
  },
  hook: {
    title: 'Message in a chat service',
    about:
      'When you have been live for a minute, a message with your title and address is posted there: at most once an hour, and not while your channel is private. Followers whose bell is on get a mail.',
    url: 'Webhook address',
    urlHint: 'Of Discord (channel settings, Integrations), Slack, or a service that takes the messages of Slack.',
    add: 'Save',
    test: 'Send a test message',
    tested: 'The message was posted.',
    remove: 'Remove',
    states: {
      NEW: 'nothing posted yet',
      WAITING: 'the last message is being posted',
      SENT: 'the last message was posted',
      FAILED: 'the last message was not posted',
    },
    failures: {
      notReadable: 'The stored address cannot be read. Enter it again.',
      status: (status: string) => `The service answered with the status ${status}. Check the address.`,
      address: 'No message may be sent to this address.',
      noResponse: 'The service did not answer.',
      ended: 'The broadcast ended before the message was posted.',
    },
  },
  text: {
    title: 'Introduction and links',
    introduction: 'Introduction',
    introductionHint: (count: number) => `${count} of ${limits.introductionLength} characters. Addresses become links.`,
    links: 'Links',
    linksHint: `Up to ${limits.channelLinks}, such as a fan café, a video channel or a server of a chat service.`,
    label: 'Name',
    url: 'Address',
    urlPlaceholder: 'https://',
    add: 'Add a link',
    remove: (label: string) => `Remove the link ${label}`,
  },
}
