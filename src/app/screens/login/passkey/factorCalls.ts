import { factorSignIn } from '../../../../contract/factorSignIn.ts'
import { addCalls } from '../../../api/createApi.ts'
import { api } from '../../../api/api.ts'

// The page of the sign-in makes one of them soon after its first paint.
addCalls({ factorSignIn })

export const factorCalls = api.factorSignIn
