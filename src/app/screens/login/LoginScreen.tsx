import { lazy, Suspense, useState } from 'react'
import { importWithRetry } from '../../browser/lazyModule.ts'
import { takePrefilledLogin } from '../../session/prefilledLogin.ts'
import type { LoginView, OnView } from './loginView.ts'
import { SignInView } from './SignInView.tsx'

// Most people never see these two: they do not weigh on the first.
const CodeView = lazy(async () => ({ default: (await importWithRetry(() => import('./CodeView.tsx'))).CodeView }))
const ForgotPasswordView = lazy(async () => ({
  default: (await importWithRetry(() => import('./ForgotPasswordView.tsx'))).ForgotPasswordView,
}))

/** Three views of one screen (section 2): sign in, forgot password, SMS code. What was typed lives here, in memory, and nowhere else. */
export function LoginScreen() {
  const [view, setView] = useState<LoginView>(() => {
    const { username = '', password = '', isForgotPassword = false } = takePrefilledLogin() ?? {}
    return isForgotPassword ? { name: 'forgotPassword', username } : { name: 'signIn', credentials: { username, password } }
  })
  return (
    <Suspense fallback={null}>
      <View view={view} onView={setView} />
    </Suspense>
  )
}

function View({ view, onView }: { view: LoginView; onView: OnView }) {
  switch (view.name) {
    case 'signIn':
      return <SignInView start={view.credentials} onView={onView} />
    case 'forgotPassword':
      return <ForgotPasswordView start={view.username} onView={onView} />
    case 'code':
      return <CodeView credentials={view.credentials} step={view.step} onView={onView} />
    default:
      return view satisfies never
  }
}
