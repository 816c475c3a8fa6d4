/** What a channel shows of itself to viewers. */
export const about = {
  title: 'About',
  links: 'Links',
  followers: 'Followers',
  offline: 'Offline',
  share: 'Share',
  copied: 'Address copied',
  nothing: 'No introduction yet.',
  edit: 'Edit the channel page',
}
