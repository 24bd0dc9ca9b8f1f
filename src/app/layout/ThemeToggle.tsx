import { useLingui } from '@lingui/react/macro'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { type Theme, setTheme, themes, useTheme } from '../browser/theme.ts'
import { Button } from '../ui/button.tsx'

const icons: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon }

/** One button that cycles through system, light and dark. */
export function ThemeToggle() {
  const { t } = useLingui()
  const theme = useTheme()
  const names: Record<Theme, string> = { system: t`Theme: system`, light: t`Theme: light`, dark: t`Theme: dark` }
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  const Icon = icons[theme]
  return (
    <Button variant="ghost" size="icon-sm" aria-label={names[theme]} title={names[theme]} onClick={() => setTheme(next)}>
      <Icon aria-hidden />
    </Button>
  )
}
