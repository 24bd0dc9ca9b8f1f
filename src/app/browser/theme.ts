/** The theme: light, dark, or the system's. app.css has the colours; public/beforePaint.js applies the choice before the first paint. */
import { useSelector } from '@tanstack/react-store'
import { createStoredItem } from './storedItem.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const choice = createStoredItem('fieldport.theme')
choice.subscribe(apply)

function themeOf(text: string | null): Theme {
  return themes.find((theme) => theme === text) ?? 'system'
}

export function setTheme(theme: Theme): void {
  choice.set(theme === 'system' ? null : theme)
}

function apply(): void {
  const theme = themeOf(choice.get())
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function useTheme(): Theme {
  return useSelector(choice, themeOf)
}
