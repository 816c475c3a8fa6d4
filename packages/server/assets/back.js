// The buttons of server-rendered pages that lead to the page before.
for (const button of document.querySelectorAll('button[data-back]')) {
  button.hidden = history.length < 2
  button.addEventListener('click', () => history.back())
}
