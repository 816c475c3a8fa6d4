// The copy buttons of server-rendered pages.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent
  button.hidden = false
  const code = document.getElementById(button.dataset.copy)
  const showCopied = () => {
    button.textContent = button.dataset.copied
    setTimeout(() => (button.textContent = label), 2_000)
  }
  button.addEventListener('click', () => {
    // Where the browser forbids to write, the text is selected to be copied by hand.
    navigator.clipboard.writeText(code.textContent).then(showCopied, () => getSelection().selectAllChildren(code))
  })
}
