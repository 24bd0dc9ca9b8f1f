/** Signs that push the words beside them onto the next line, with the element around them: they are blocks, and only a flex or grid puts blocks side by side. */
export function signsOnOwnLines(): readonly string[] {
  return [...document.querySelectorAll('svg.lucide')].flatMap((sign) => {
    const around = sign.parentElement
    if (around === null || !sign.checkVisibility() || around.textContent.trim() === '') return []
    const { display, position } = getComputedStyle(sign)
    const isBeside = /flex|grid/.test(getComputedStyle(around).display) || display !== 'block' || position === 'absolute'
    return isBeside ? [] : [around.outerHTML.slice(0, 300)]
  })
}
