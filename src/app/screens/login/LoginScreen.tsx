import { lazy, Suspense, useState } from 'react'
import { importWithRetry } from '../../browser/lazyModule.ts'
import { takePrefilledLogin } from '../../session/prefilledLogin.ts'
import type { LoginView, OnView } from './useSignIn.ts'
import { SignInView } from './SignInView.tsx'

// Loaded lazily, because most people never see these views.
const SecondStepView = lazy(async () => ({
  default: (await importWithRetry(() => import('./secondStep/SecondStepView.tsx'))).SecondStepView,
}))
const ForgotPasswordView = lazy(async () => ({
  default: (await importWithRetry(() => import('./ForgotPasswordView.tsx'))).ForgotPasswordView,
}))
const CheckMailView = lazy(async () => ({ default: (await importWithRetry(() => import('./CheckMailView.tsx'))).CheckMailView }))

/**
 * The views of the screen: sign in, forgot password, SMS code, another second factor, mail of a registration (the specification, section 2).
 * Typed values are only kept in memory here.
 */
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
    case 'checkMail':
      return <CheckMailView registration={view.registration} onView={onView} />
    case 'code':
    case 'factor':
      return <SecondStepView view={view} onView={onView} />
    default:
      return view satisfies never
  }
}
