/** What a channel shows of itself to viewers. */
export const about = {
  title: 'About',
  links: 'Links',
  followers: 'Followers',
  offline: 'Offline',
  share: 'Share',
  copied: 'Address copied',
  nothing: (name: string) => `${name} has not written an introduction yet.`,
  edit: 'Edit the channel page',
}
