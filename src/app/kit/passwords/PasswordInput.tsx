import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Input } from '../../ui/input.tsx'

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type'> & {
  /** Starts in clear, for a generated password. */
  startsShown?: boolean
}

/** A password field with a show/hide button. */
export function PasswordInput({ startsShown = false, ...props }: PasswordInputProps) {
  const { t } = useLingui()
  const [isShown, setIsShown] = useState(startsShown)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} className="pr-11" />
      <button
        type="button"
        aria-label={isShown ? t`Hide the password` : t`Show the password`}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-1 right-1 grid w-9 place-items-center rounded-sm text-muted-foreground hover:text-foreground"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  )
}
