/** What others do to a page: translators, dictionaries, password managers. Each begins with what is there, and goes on as the page changes. */

const untouched = 'script, style, textarea, [translate=no], [contenteditable]'

/** As a browser's translator: each text gives way to another one in two elements of its own. `translate` changes the words. */
export function translatePage(translate: (text: string) => string = (text) => text): () => void {
  return goOn((node) => {
    if (node.nodeType !== Node.TEXT_NODE || node.parentElement?.closest(`${untouched}, font`) !== null) return
    const text = node.nodeValue ?? ''
    if (text.trim() === '') return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = translate(text)
    outer.append(inner)
    node.parentNode?.replaceChild(outer, node)
  })
}

/** As a dictionary: the text itself moves into an element, and a word of it into one more. */
export function markWords(): () => void {
  return goOn((node) => {
    if (!(node instanceof Text) || node.parentElement?.closest(`${untouched}, [data-dictionary]`) !== null) return
    if (node.data.trim() === '') return
    const around = document.createElement('span')
    around.dataset['dictionary'] = ''
    node.replaceWith(around)
    around.append(node)
    const end = node.data.indexOf(' ')
    if (end > 0) node.splitText(end)
  })
}

/** As a password manager: something stands beside each field, and at the end of the page. */
export function addIcons(): () => void {
  return goOn((node) => {
    if (!(node instanceof HTMLInputElement)) return
    const icon = document.createElement('manager-icon')
    node.after(icon)
  })
}

/** Returns a function that ends it. */
function goOn(touch: (node: Node) => void): () => void {
  function walk(node: Node): void {
    touch(node)
    for (const child of node.childNodes) walk(child)
  }
  walk(document.body)
  const observer = new MutationObserver((changes) => {
    for (const { type, addedNodes, target } of changes) {
      if (type === 'characterData') walk(target)
      for (const node of addedNodes) if (node.isConnected) walk(node)
    }
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return () => observer.disconnect()
}
