import { useEffect, useState } from 'react'
import { AppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { setProofAsker } from '../../api/freshProof.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'
import type { ProofKind } from './ProofDialog.tsx'

const ProofDialog = lazyDialog(async () => (await import('./ProofDialog.tsx')).ProofDialog)

/** `end` closes the dialog and lets the calls go on that wait for it, or fail. */
type Question = { readonly kinds: readonly ProofKind[]; readonly end: (isProved: boolean) => void }

/** The one dialog in which people confirm that it is them, for all calls that wait for that (api/withProof.ts). */
export function ProofHost() {
  const [question, setQuestion] = useState<Question | null>(null)

  useEffect(() => {
    let waiting: Promise<void> | null = null
    let open: Question | null = null

    async function ask(): Promise<void> {
      const { kinds } = await api.session.beginProof()
      const isProved = await new Promise<boolean>((end) => {
        open = { kinds, end }
        setQuestion(open)
      })
      setQuestion(null)
      if (!isProved) throw new AppError('proof.required.error')
      sessionStore.noteProof()
    }

    setProofAsker(() => {
      waiting ??= ask().finally(() => {
        waiting = null
      })
      return waiting
    })
    return () => {
      setProofAsker(null)
      open?.end(false)
    }
  }, [])

  if (question === null) return null
  return <ProofDialog kinds={question.kinds} onProved={() => question.end(true)} onClose={() => question.end(false)} />
}
