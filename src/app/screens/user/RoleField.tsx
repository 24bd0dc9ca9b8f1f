import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { FormField, type FormFieldProps } from '../../kit/fields/FormField.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { useUserWords } from './userWords.ts'

/** One of the server's roles (the specification, section 6). */
export function RoleField<T extends FieldValues>({ control, name, label }: FormFieldProps<T>) {
  const { roles } = useUserWords()
  const known = useQuery(queryOf(api.role.getAll))
  return (
    <FormField control={control} name={name} label={label}>
      {(controlProps, field) => (
        <NativeSelect {...controlProps} {...field} disabled={known.data === undefined}>
          {known.data?.map(({ id }) => (
            <option key={id} value={id}>
              {roles[id]}
            </option>
          ))}
        </NativeSelect>
      )}
    </FormField>
  )
}
