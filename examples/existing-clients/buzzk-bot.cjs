const buzzk = require('buzzk')

const { CLIENT_ID, CLIENT_SECRET, CODE } = process.env
buzzk.auth(CLIENT_ID, CLIENT_SECRET)

async function run() {
  const { refresh } = await buzzk.oauth.get(CODE)
  const { access } = await buzzk.oauth.refresh(refresh)
  const chat = new buzzk.chat(access)
  chat.onMessage(async ({ author, message }) => {
    console.log(`${author.name}${author.hasMod ? ' (moderator)' : ''}: ${message}`)
    if (message === '!hello') await chat.send(`Hello, ${author.name}!`)
  })
  chat.onDonation(({ author, amount, message }) => console.log(`${author.name} donated ${amount}: ${message}`))
  if (await chat.connect()) console.log('Listening to the chat')
}
void run()
