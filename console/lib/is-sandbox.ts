/** Whether this platform is a sandbox, where people and time can be played with. */
export const isSandbox = document.documentElement.dataset['mode'] === 'sandbox'
