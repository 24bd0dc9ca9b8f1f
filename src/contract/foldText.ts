/** A text without what people type differently: case, accents and the space around it. "Français" and "francais " are the same. */
export function foldText(text: string): string {
  return text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
