/** A product is a model the maker sells; `typeId` is the number its detectors give as productTypeId. */
import * as v from 'valibot'
import { backOffice, endpoint } from './endpoint.ts'
import { id, integerText, text } from './fields.ts'
import { typeIdMin } from './rules.ts'

export const product = {
  create: endpoint({
    method: 'POST',
    path: '/product',
    audience: backOffice,
    body: 'form',
    /** A detector sends its type in two bytes, hence the upper bound. */
    request: v.strictObject({ name: text(), typeName: text(), typeId: integerText(typeIdMin, 0xffff) }),
    response: v.object({ id }),
    isIdempotentByKey: true,
  }),
}
